/** An image inside a text, written `[[image 2]]`: the item's second one. */
const PLACED = /\[\[image ([1-9]\d?)\]\]/;

export type TextPiece = { text: string } | { picture: number };

/** Split a text at its images; images are numbered from 1. */
export function splitAtImages(text: string): readonly TextPiece[] {
  return text
    .split(PLACED)
    .map((part, index): TextPiece => (index % 2 === 1 ? { picture: Number(part) } : { text: part }))
    .filter((piece) => "picture" in piece || piece.text !== "");
}

/** Return the words alone, of which a text's length is counted. */
export const withoutImages = (text: string): string =>
  splitAtImages(text)
    .map((piece) => ("text" in piece ? piece.text : " "))
    .join("")
    .trim();

export const hasPictures = (text: string): boolean => PLACED.test(text);

/** Insert an image at a position, and return the new cursor position. */
export function withPicture(text: string, at: number, picture: number) {
  const token = `[[image ${String(picture)}]]`;
  return { text: text.slice(0, at) + token + text.slice(at), cursor: at + token.length };
}
