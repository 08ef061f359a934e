import { Box, Button, Stack, Title } from "@mantine/core";
import { IconArrowBackUp } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { MutedText, MutedNote, PlainList } from "@/components/layout/primitives";
import { ItemImageLink } from "@/components/image/item-image-link";
import { PlacedText } from "@/components/question/placed-text";
import { ReasonDialog } from "@/components/reason-dialog";
import { ShowMore } from "@/components/show-more";
import { StatusBadge } from "@/components/status-badge";
import { useLocale } from "@/lib/i18n/use-locale";
import { useFirstRows } from "@/lib/more";
import { useToasts } from "@/lib/toasts/use-toasts";

import { type LabelErrorCandidate, useReturnQuestion } from "../api-scores";
import { MarkedOptions } from "./marked-options";
import classes from "./shortcuts.module.css";

/** Items that nobody works on, which can be returned. */
const AT_REST = ["in_validation", "validated"];

/** Keys that every model contradicts; each can be returned for review. */
export function LabelErrorCandidates({
  slug,
  version,
  candidates,
}: {
  slug: string;
  version: string;
  candidates: readonly LabelErrorCandidate[];
}) {
  const { t } = useTranslation(["evaluation", "common"]);
  const { format } = useLocale();
  const toasts = useToasts();
  const sendBack = useReturnQuestion();
  const { shown, more } = useFirstRows(candidates);
  const [asked, setAsked] = useState<LabelErrorCandidate>();
  return (
    <Box component="section" mb="2.75rem" aria-labelledby="suspects">
      <Title order={2} size="h3" id="suspects" mb="xs">
        {t("suspects.title", { count: candidates.length })}
      </Title>
      <MutedNote mb="sm">{t(candidates.length > 0 ? "suspects.lead" : "suspects.none")}</MutedNote>
      <PlainList gap={0}>
        {shown.map((candidate) => {
          const { question, votes, human_share: people, image, case_status: status } = candidate;
          return (
            <li key={question.id} className={classes.entry}>
              {image !== null && <ItemImageLink picture={image} height={140} withName />}
              <Box flex="1 1 20rem" miw={0}>
                <Box component="p" m="0 0 0.5rem" fw={600}>
                  <PlacedText text={question.stem} />
                </Box>
                <MarkedOptions
                  options={question.options}
                  answer={question.answer}
                  keyText={question.key}
                  marks={Object.fromEntries(
                    Object.entries(votes).map(([letter, count]) => [
                      letter,
                      t("suspects.models", { count }),
                    ]),
                  )}
                />
              </Box>
              <Stack gap="0.5rem" align="flex-start">
                {people !== null && (
                  <MutedText>{t("suspects.people", { share: format.percent(people) })}</MutedText>
                )}
                {status && <StatusBadge state={`case.${status}`} />}
                {AT_REST.includes(status) && (
                  <Button
                    variant="default"
                    leftSection={<IconArrowBackUp size={18} />}
                    onClick={() => {
                      setAsked(candidate);
                    }}
                  >
                    {t("suspects.send")}
                  </Button>
                )}
              </Stack>
            </li>
          );
        })}
      </PlainList>
      <ShowMore list={more} />
      <ReasonDialog
        opened={asked !== undefined}
        title={t("suspects.send")}
        action={t("suspects.send")}
        pending={sendBack.isPending}
        error={sendBack.error}
        onClose={() => {
          setAsked(undefined);
          sendBack.reset();
        }}
        onConfirm={(reason) => {
          if (!asked) return;
          sendBack.mutate(
            { params: { path: { slug, version, question: asked.question.id } }, body: { reason } },
            {
              onSuccess: () => {
                setAsked(undefined);
                toasts.done(t("suspects.sent"));
              },
            },
          );
        }}
      >
        <p>{t("suspects.warning")}</p>
      </ReasonDialog>
    </Box>
  );
}
