import type { Locale } from "./locale";

const INTL_TAG: Readonly<Record<Locale, string>> = { en: "en-GB", zh: "zh-CN" };

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const STEPS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ["year", 365 * DAY],
  ["month", 30 * DAY],
  ["week", 7 * DAY],
  ["day", DAY],
  ["hour", HOUR],
  ["minute", MINUTE],
];

export interface Format {
  /** 1,434 */
  number: (value: number, maximumFractionDigits?: number) => string;
  /** 0.7 → 0.70: for numbers below each other */
  decimal: (value: number, fractionDigits: number) => string;
  /** 0.287 → 28.7 % */
  percent: (share: number, fractionDigits?: number) => string;
  /** 20 Nov 2026, 14:03:09 CET: a moment, in the reader's time zone */
  dateTime: (at: Date | string) => string;
  /** 20 Nov 2026, of an ISO date: a day in the project's time zone, not a moment */
  day: (iso: string) => string;
  /** M, T, W … of an ISO date */
  weekday: (iso: string) => string;
  /** 14:03, in the reader's time zone */
  time: (at: Date | string) => string;
  /** 5 minutes ago; `now` is a parameter so that a page can update it */
  relative: (at: Date | string, now?: Date) => string;
  /** Seconds as "1 h 20 min", "45 s" */
  duration: (seconds: number) => string;
  /** 3.4 MB */
  bytes: (size: number) => string;
  /** "A, B, C", and "A、B、C" in Chinese */
  list: (parts: readonly (string | number)[]) => string;
  /** Between a name and its description */
  colon: string;
  /** Between two sentences: a space, and nothing in Chinese */
  gap: string;
  /** " (so)", and "（so）" in Chinese: after other text */
  brackets: (text: string) => string;
}

/** Chinese texts have a space, unbroken, between a number and its unit, which Intl leaves out. */
const spaced = (text: string) => text.replace(/(\d)(?=\p{Script=Han})/gu, "$1\u00a0");

function duration(tag: string, seconds: number): string {
  const unit = (value: number, name: "second" | "minute" | "hour" | "day") =>
    new Intl.NumberFormat(tag, { style: "unit", unit: name, unitDisplay: "short" }).format(value);
  const whole = Math.max(0, Math.round(seconds));
  if (whole < MINUTE) return unit(whole, "second");
  if (whole < HOUR) return unit(Math.round(whole / MINUTE), "minute");
  const [large, small, size, step] =
    whole < DAY
      ? (["hour", "minute", HOUR, MINUTE] as const)
      : (["day", "hour", DAY, HOUR] as const);
  const rest = Math.floor((whole % size) / step);
  const head = unit(Math.floor(whole / size), large);
  return rest > 0 ? `${head} ${unit(rest, small)}` : head;
}

function bytes(tag: string, size: number): string {
  const units = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"] as const;
  let index = 0;
  let value = size;
  while (value >= 1000 && index < units.length - 1) {
    value /= 1000;
    index += 1;
  }
  return new Intl.NumberFormat(tag, {
    style: "unit",
    unit: units[index],
    unitDisplay: "short",
    maximumSignificantDigits: index === 0 ? 21 : 3,
  }).format(value);
}

function relative(words: Intl.RelativeTimeFormat, at: Date, now: Date): string {
  const seconds = (at.getTime() - now.getTime()) / 1000;
  const step = STEPS.find(([, size]) => Math.abs(seconds) >= size);
  if (!step) return words.format(0, "second");
  const [unit, size] = step;
  return words.format(Math.trunc(seconds / size), unit);
}

export function createFormat(locale: Locale): Format {
  const tag = INTL_TAG[locale];
  const words = new Intl.RelativeTimeFormat(tag, { numeric: "auto" });
  const dateTime = new Intl.DateTimeFormat(tag, { dateStyle: "medium", timeStyle: "long" });
  const day = new Intl.DateTimeFormat(tag, { dateStyle: "medium", timeZone: "UTC" });
  const weekday = new Intl.DateTimeFormat(tag, { weekday: "narrow", timeZone: "UTC" });
  const time = new Intl.DateTimeFormat(tag, { timeStyle: "short" });
  return {
    number: (value, maximumFractionDigits = 2) =>
      new Intl.NumberFormat(tag, { maximumFractionDigits }).format(value),
    decimal: (value, fractionDigits) =>
      new Intl.NumberFormat(tag, {
        minimumFractionDigits: fractionDigits,
        maximumFractionDigits: fractionDigits,
      }).format(value),
    percent: (share, fractionDigits = 1) =>
      new Intl.NumberFormat(tag, {
        style: "percent",
        minimumFractionDigits: fractionDigits,
        maximumFractionDigits: fractionDigits,
      }).format(share),
    dateTime: (at) => dateTime.format(new Date(at)),
    day: (iso) => day.format(new Date(iso)),
    weekday: (iso) => weekday.format(new Date(iso)),
    time: (at) => time.format(new Date(at)),
    relative: (at, now = new Date()) => spaced(relative(words, new Date(at), now)),
    duration: (seconds) => spaced(duration(tag, seconds)),
    bytes: (size) => spaced(bytes(tag, size)),
    list: (parts) => parts.join(locale === "zh" ? "、" : ", "),
    colon: locale === "zh" ? "：" : ": ",
    gap: locale === "zh" ? "" : " ",
    brackets: (text) => (locale === "zh" ? `（${text}）` : ` (${text})`),
  };
}
