import { Box, Button } from "@mantine/core";
import { IconEye } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { ProblemAlert } from "@/components/problem-alert";
import { useLocale } from "@/lib/i18n/use-locale";
import { inUnit, type Stage } from "@/lib/stages/stages";
import { useStageText } from "@/lib/stages/use-stages";

import { type StagePreview, useDropStagePreview, numericParameters } from "../api";
import classes from "./preview-banner.module.css";

/** Marks the page as a preview, with a button to cancel it. */
export function PreviewBanner({
  slug,
  stage,
  preview,
}: {
  slug: string;
  stage: Stage;
  preview: StagePreview;
}) {
  const { t } = useTranslation("stages");
  const { format } = useLocale();
  const text = useStageText();
  const drop = useDropStagePreview();
  const values = numericParameters(Object.keys(stage.sliders), preview.parameters);
  return (
    <>
      <div className={classes.banner} role="status">
        <IconEye size={20} aria-hidden="true" />
        <Box component="p" m={0}>
          <strong>
            {t("preview.title", {
              values: format.list(
                Object.entries(values).map(([name, value]) =>
                  t("settings.value", {
                    name: text(stage, `parameter.${name}`),
                    value: inUnit(value, stage.units[name], format, 0),
                  }),
                ),
              ),
            })}
          </strong>
          {format.gap}
          {t("preview.text")}
        </Box>
        <Button
          variant="default"
          loading={drop.isPending}
          onClick={() => {
            drop.mutate({ params: { path: { slug, stage_id: stage.id, run_id: preview.id } } });
          }}
        >
          {t("preview.drop")}
        </Button>
      </div>
      {drop.error && <ProblemAlert error={drop.error} onRetry={drop.reset} />}
    </>
  );
}
