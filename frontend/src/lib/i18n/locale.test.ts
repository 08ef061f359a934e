import { afterEach, describe, expect, it } from "vitest";

import { createFormat } from "./format";
import { detectLocale, pickLocalizedText, rememberLocale } from "./locale";

afterEach(() => {
  localStorage.clear();
});

describe("detectLocale", () => {
  it("takes the person's own language before the browser's", () => {
    expect(detectLocale("zh", ["en-GB"])).toBe("zh");
  });

  it("takes the browser's first language that there is", () => {
    expect(detectLocale(undefined, ["fr-FR", "zh-Hans-CN", "en"])).toBe("zh");
    expect(detectLocale(undefined, ["fr-FR"])).toBe("en");
  });

  it("keeps what was chosen in this browser", () => {
    rememberLocale("zh");
    expect(detectLocale("en", ["en"])).toBe("zh");
  });
});

describe("pick", () => {
  it("gives the reader's language, else English, else what there is", () => {
    expect(pickLocalizedText({ en: "Life", zh: "生活" }, "zh")).toBe("生活");
    expect(pickLocalizedText({ en: "Life" }, "zh")).toBe("Life");
    expect(pickLocalizedText({ zh: "生活" }, "en")).toBe("生活");
    expect(pickLocalizedText(undefined, "en")).toBe("");
  });
});

describe("createFormat", () => {
  const en = createFormat("en");
  const zh = createFormat("zh");

  it("says how long ago, in whole units", () => {
    const now = new Date("2026-11-20T12:00:00Z");
    expect(en.relative("2026-11-20T11:55:00Z", now)).toBe("5 minutes ago");
    expect(en.relative("2026-11-19T11:00:00Z", now)).toBe("yesterday");
    expect(en.relative("2026-11-20T11:59:50Z", now)).toBe("now");
    expect(zh.relative("2026-11-20T11:55:00Z", now)).toBe("5\u00a0分钟前");
  });

  it("names the time zone of a moment, and none of a day", () => {
    const zone = new Intl.DateTimeFormat("en-GB", { timeZoneName: "short" })
      .formatToParts(new Date("2026-11-20T12:00:00Z"))
      .find(({ type }) => type === "timeZoneName")?.value;
    expect(en.dateTime("2026-11-20T12:00:00Z").endsWith(` ${zone}`)).toBe(true);
    expect(en.day("2026-11-20")).toBe("20 Nov 2026");
    expect(zh.day("2026-11-20")).toBe("2026年11月20日");
  });

  it("says how long, in two units at most", () => {
    expect(en.duration(45)).toBe("45 secs");
    expect(en.duration(4800)).toBe("1 hr 20 mins");
    expect(en.duration(7200)).toBe("2 hrs");
    expect(zh.duration(0)).toBe("0\u00a0秒");
    expect(zh.duration(4800)).toBe("1\u00a0小时 20\u00a0分钟");
  });

  it("writes counts, shares and sizes", () => {
    expect(en.number(20150)).toBe("20,150");
    expect(en.percent(0.287)).toBe("28.7%");
    expect(en.bytes(3_400_000)).toBe("3.4 MB");
  });

  it("puts together in the punctuation of the language", () => {
    expect(en.list(["A", "B", 3])).toBe("A, B, 3");
    expect(zh.list(["甲", "乙"])).toBe("甲、乙");
    expect(`so${en.brackets("1")}${en.colon}2`).toBe("so (1): 2");
    expect(`如${zh.brackets("1")}${zh.colon}2`).toBe("如（1）：2");
  });
});
