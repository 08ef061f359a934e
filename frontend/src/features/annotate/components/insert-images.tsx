import { Button, Group, Stack } from "@mantine/core";
import { IconPhotoPlus } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { MutedText, MutedNote } from "@/components/layout/primitives";
import { usePlacedImages } from "@/components/question/placed-images";
import { QuestionView } from "@/components/question/question-view";
import { hasPictures } from "@/lib/protocol/placed";
import type { QuestionContent } from "@/lib/protocol/record";

import classes from "./insert-images.module.css";

/** A button per image inserts it at the cursor. Below, the text is shown with its images. */
export function InsertImages({
  question,
  onPlace,
}: {
  question: QuestionContent;
  onPlace: (picture: number) => void;
}) {
  const { t } = useTranslation("annotate");
  const images = usePlacedImages();
  if (images.length < 2) return null;
  const { format, stem, options, answer } = question;
  return (
    <Stack gap="sm">
      <Group gap="0.4rem" role="group" aria-label={t("question.place")}>
        <MutedText m={0} fz="0.9375rem">
          {t("question.place")}
        </MutedText>
        {images.map((image, index) => (
          <Button
            key={image.id}
            variant="default"
            size="compact-md"
            // Tab moves between texts; with the keyboard, [[image 2]] is typed.
            tabIndex={-1}
            leftSection={<IconPhotoPlus size={16} aria-hidden="true" />}
            aria-label={t("question.placeNamed", { number: index + 1 })}
            // Keep the cursor in the text.
            onMouseDown={(event) => {
              event.preventDefault();
            }}
            onClick={() => {
              onPlace(index + 1);
            }}
          >
            {index + 1}
          </Button>
        ))}
      </Group>
      {[stem, ...options].some(hasPictures) && (
        <section className={classes.preview} aria-label={t("question.preview")}>
          <MutedNote fz="0.9375rem">{t("question.preview")}</MutedNote>
          <QuestionView format={format} stem={stem} options={options} answer={answer} />
        </section>
      )}
    </Stack>
  );
}
