import { Box, Button, Stack, Title } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { MutedText, MutedNote, PlainList } from "@/components/layout/primitives";
import { ItemImageLink } from "@/components/image/item-image-link";
import { PlacedText } from "@/components/question/placed-text";
import { ReasonDialog } from "@/components/reason-dialog";
import { ShowMore } from "@/components/show-more";
import { useLocale } from "@/lib/i18n/use-locale";
import { useFirstRows } from "@/lib/more";
import { useToasts } from "@/lib/toasts/use-toasts";

import { type ShortcutBaselines, useImageDependenceCheck } from "../api-scores";
import { MarkedOptions } from "./marked-options";
import classes from "./shortcuts.module.css";

type Solved = ShortcutBaselines["solved"][number];

interface GivenAwayProps {
  slug: string;
  version: string;
  solved: readonly Solved[];
  /** Number that chance predicts. */
  expected: number;
  isProbed: boolean;
}

/** Questions that every model answered without the image; a person decides about each. */
export function GivenAway({ slug, version, solved, expected, isProbed }: GivenAwayProps) {
  const { t } = useTranslation(["evaluation", "common"]);
  const { format } = useLocale();
  const toasts = useToasts();
  const isLuck = solved.length <= expected;
  const decide = useImageDependenceCheck();
  const [asked, setAsked] = useState<{ one: Solved; remove: boolean }>();
  const { shown, more } = useFirstRows(solved);
  return (
    <Box component="section" mb="2.75rem" aria-labelledby="given-away">
      <Title order={2} size="h3" id="given-away" mb="xs">
        {isProbed ? t("givenAway.title", { count: solved.length }) : t("givenAway.notProbedTitle")}
      </Title>
      {!isProbed && <MutedNote mb="sm">{t("givenAway.notProbed")}</MutedNote>}
      {solved.length > 0 && <MutedNote mb="sm">{t("givenAway.lead")}</MutedNote>}
      {isProbed && (
        <MutedNote mb="sm">
          {t("givenAway.expected", {
            expected: format.number(expected, 1),
            found: format.number(solved.length),
          })}
          {isLuck && ` ${t("givenAway.luck")}`}
        </MutedNote>
      )}
      <PlainList gap={0}>
        {shown.map((one) => {
          const { question, rules, image, decision, case_status: status } = one;
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
                />
              </Box>
              <Stack gap="0.5rem" align="flex-start">
                {rules.includes("longest") && <MutedText>{t("givenAway.longest")}</MutedText>}
                {decision === "kept" && <MutedText>{t("givenAway.kept")}</MutedText>}
                {decision === "removed" && <MutedText>{t("givenAway.removed")}</MutedText>}
                {decision === "" && status === "validated" && !isLuck && (
                  <>
                    <Button
                      variant="default"
                      onClick={() => {
                        setAsked({ one, remove: false });
                      }}
                    >
                      {t("givenAway.keep")}
                    </Button>
                    <Button
                      variant="default"
                      onClick={() => {
                        setAsked({ one, remove: true });
                      }}
                    >
                      {t("givenAway.remove")}
                    </Button>
                  </>
                )}
              </Stack>
            </li>
          );
        })}
      </PlainList>
      <ShowMore list={more} />
      <ReasonDialog
        opened={asked !== undefined}
        title={t(asked?.remove ? "givenAway.removeTitle" : "givenAway.keepTitle")}
        action={t(asked?.remove ? "givenAway.remove" : "givenAway.keep")}
        pending={decide.isPending}
        error={decide.error}
        onClose={() => {
          setAsked(undefined);
          decide.reset();
        }}
        onConfirm={(reason) => {
          if (!asked) return;
          const { one, remove } = asked;
          decide.mutate(
            {
              params: { path: { slug, version, question: one.question.id } },
              body: { remove, reason },
            },
            {
              onSuccess: () => {
                toasts.done(t(remove ? "givenAway.doneRemoved" : "givenAway.doneKept"));
                setAsked(undefined);
              },
            },
          );
        }}
      >
        {asked?.remove && <p>{t("givenAway.removeText")}</p>}
      </ReasonDialog>
    </Box>
  );
}
