import { useTranslation } from "react-i18next";

import { splitAtImages } from "@/lib/protocol/placed";

import { usePlacedImages } from "./placed-images";
import classes from "./placed-text.module.css";

/** A text with its images; if they are not available, with their names. */
export function PlacedText({ text }: { text: string }) {
  const { t } = useTranslation();
  const images = usePlacedImages();
  return splitAtImages(text).map((piece, index) => {
    if ("text" in piece) return <span key={index}>{piece.text}</span>;
    const image = images[piece.picture - 1];
    const name = t("question.picture", { number: piece.picture });
    return image?.preview_url ? (
      <img key={index} className={classes.picture} src={image.preview_url} alt={name} />
    ) : (
      <span key={index} className={classes.name}>
        {name}
      </span>
    );
  });
}
