import { Box, Flex } from "@mantine/core";
import { IconAlertTriangle, IconCheck, IconHelp, IconX, type Icon } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { MutedText, MutedNote, PlainList } from "@/components/layout/primitives";
import { ImageView } from "@/components/image/image-view";
import { PlacedText } from "@/components/question/placed-text";
import { Badge, type BadgeTone } from "@/components/status-badge";
import { textFor } from "@/lib/i18n/texts";
import { useLocale } from "@/lib/i18n/use-locale";
import { optionLetter } from "@/lib/protocol/protocol";
import { AppLink } from "@/lib/routing/app-link";
import { useProject } from "@/lib/session/project";

import type { Sample, SliceField } from "../api";
import { NO_ANSWER_REASONS } from "../no-answer-reasons";
import { optionMark } from "../samples";
import type { Outcome } from "../search";
import classes from "./sample-view.module.css";

const LOOKS: Readonly<Record<Outcome, readonly [BadgeTone, Icon]>> = {
  correct: ["good", IconCheck],
  incorrect: ["bad", IconX],
  miss: ["warn", IconHelp],
  error: ["warn", IconAlertTriangle],
};

/** One response: question, prompt, response, reading and score. */
export function SampleView({ sample, slices }: { sample: Sample; slices: readonly SliceField[] }) {
  const { t } = useTranslation("evaluation");
  const { t: common } = useTranslation();
  const { pick, format } = useLocale();
  const organizes = useProject().can("organize");
  const labels = slices.flatMap(({ field, choices }) =>
    (sample.labels[field] ?? []).map((id) => {
      const choice = choices.find((one) => one.id === id);
      return choice ? pick(choice.title) : id;
    }),
  );
  const several = sample.images.length > 1;
  // In an open task, people's caption replaces the key.
  const isCaption = sample.stem === "";
  return (
    <div className={classes.sample}>
      <div className={classes.pictures} data-several={several || undefined}>
        {sample.images.map((src, index) => (
          <div key={src}>
            <div className={classes.picture}>
              <ImageView
                key={`${String(sample.id)} ${src}`}
                src={src}
                alt={t("samples.picture", { number: index + 1 })}
                bare={several}
              />
            </div>
            {several && (
              <MutedNote mt="0.25rem" fz="0.9375rem" ta="center" aria-hidden>
                {common("question.picture", { number: index + 1 })}
              </MutedNote>
            )}
          </div>
        ))}
        <MutedNote mt="0.5rem" style={{ gridColumn: "1 / -1" }}>
          {organizes ? (
            <AppLink to={{ page: "item", params: { number: String(sample.item_number) } }}>
              {common("item.numbered", { number: sample.item_number })}
            </AppLink>
          ) : (
            common("item.numbered", { number: sample.item_number })
          )}
          {labels.map((label) => ` · ${label}`)}
        </MutedNote>
      </div>
      <Box miw={0}>
        {!isCaption && (
          <>
            <Verdict sample={sample} />
            <Box component="p" m="0 0 0.5rem" fz="1.125rem" fw={600}>
              <PlacedText text={sample.stem} />
            </Box>
          </>
        )}
        {sample.options.length === 0 && (
          <p>
            {t(isCaption ? "samples.reference" : "samples.mark.key")}
            {format.colon}
            <strong>{sample.key}</strong>
          </p>
        )}
        <PlainList component="ol">
          {sample.options.map((option, index) => {
            const letter = optionLetter(index);
            const mark = optionMark(letter, sample);
            return (
              <li key={letter} className={classes.option} data-mark={mark}>
                <Box component="span" fw={600}>
                  {letter}
                </Box>
                <span>
                  <PlacedText text={option} />
                </span>
                {mark !== "none" && (
                  <Box className="nowrap" component="span" fw={600}>
                    {t(`samples.mark.${mark}`)}
                  </Box>
                )}
              </li>
            );
          })}
        </PlainList>
        <h2 className={classes.heading}>
          {t("samples.response")}
          {sample.seconds >= 1 && <MutedText fw={400}>{format.duration(sample.seconds)}</MutedText>}
        </h2>
        {sample.order && <p>{t("samples.shuffled", { order: sample.order })}</p>}
        {sample.error ? (
          <p className={classes.failed}>{sample.error}</p>
        ) : (
          <p className={classes.response}>{sample.text ?? t("samples.noText")}</p>
        )}
        <Box component="details" mt="1rem">
          <Box component="summary" w="fit-content" py="0.25rem">
            {t("samples.prompt")}
          </Box>
          <p className={classes.response}>{sample.prompt || t("samples.noPrompt")}</p>
        </Box>
        <Box component="p" c="dimmed" fz="0.9375rem">
          {t(isCaption ? "samples.itemId" : "samples.questionId")}
          {format.colon}
          {sample.question_id}
        </Box>
      </Box>
    </div>
  );
}

function Verdict({ sample }: { sample: Sample }) {
  const { t } = useTranslation("evaluation");
  const { outcome, letter, reason, rule } = sample;
  if (outcome === "")
    return (
      <Flex component="p" gap="0.25rem 1rem" wrap="wrap" m="0 0 1rem">
        {t("samples.notScored")}
      </Flex>
    );
  const [tone, icon] = LOOKS[outcome];
  return (
    <Flex component="p" gap="0.25rem 1rem" wrap="wrap" m="0 0 1rem">
      <Badge tone={tone} icon={icon}>
        {t(`outcome.${outcome}`)}
      </Badge>
      <span>
        {letter
          ? t("samples.readAs", { letter })
          : t("samples.notRead", {
              reason: textFor(reason, NO_ANSWER_REASONS, (known) => t(`noAnswer.${known}`)),
            })}{" "}
        <Box component="code" c="dimmed" fz="0.9375rem">
          {rule}
        </Box>
      </span>
    </Flex>
  );
}
