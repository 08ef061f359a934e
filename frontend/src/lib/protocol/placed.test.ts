import { expect, it } from "vitest";

import { hasPictures, splitAtImages, withoutImages, withPicture } from "./placed";

it("cuts a text at its pictures", () => {
  expect(splitAtImages("What follows [[image 2]]?")).toEqual([
    { text: "What follows " },
    { picture: 2 },
    { text: "?" },
  ]);
  expect(splitAtImages("[[image 1]]")).toEqual([{ picture: 1 }]);
  expect(splitAtImages("[[image 0]] and [[picture 1]]")).toEqual([
    { text: "[[image 0]] and [[picture 1]]" },
  ]);
});

it("puts a picture where the cursor is", () => {
  const { text, cursor } = withPicture("It shows .", 9, 3);
  expect(text).toBe("It shows [[image 3]].");
  expect(cursor).toBe(20);
  expect(hasPictures(text)).toBe(true);
});

it("counts the words alone", () => {
  expect(withoutImages("[[image 1]]")).toBe("");
  expect(withoutImages("Not [[image 2]], but")).toBe("Not  , but");
});
