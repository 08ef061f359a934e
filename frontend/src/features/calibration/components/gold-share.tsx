import { Button, NumberInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useTranslation } from "react-i18next";

import { ProblemAlert } from "@/components/problem-alert";
import { problemsAtFields, withoutField } from "@/lib/forms/refusals";
import { useLocale } from "@/lib/i18n/use-locale";
import { useToasts } from "@/lib/toasts/use-toasts";

import { type GoldResults, useGoldShare } from "../api";
import classes from "./calibration.module.css";

const MOST_PERCENT = 50;

/** Share of gold items in a person's work. */
export function GoldShare({ slug, gold }: { slug: string; gold: GoldResults }) {
  const { t } = useTranslation("calibration");
  const { format } = useLocale();
  const toasts = useToasts();
  const change = useGoldShare(slug);
  const before = Math.round(gold.share * 100);
  const form = useForm({ initialValues: { share: before as number | string } });
  const percent = form.values.share;
  return (
    <>
      <p className={classes.lead}>
        {t("gold.shareLead", { share: format.percent(gold.protocol_share, 0) })}
      </p>
      {withoutField(change.error, form.values) !== null && <ProblemAlert error={change.error} />}
      <form
        className={classes.actions}
        onSubmit={form.onSubmit(() => {
          change.mutate(
            { params: { path: { slug } }, body: { share: Number(percent) / 100 } },
            {
              onSuccess: () => {
                toasts.done(t("gold.shareDone"));
              },
              onError: problemsAtFields(form),
            },
          );
        })}
      >
        <NumberInput
          label={t("gold.shareOf")}
          suffix="%"
          min={0}
          max={MOST_PERCENT}
          allowDecimal={false}
          hideControls
          {...form.getInputProps("share")}
        />
        <Button
          type="submit"
          disabled={percent === "" || Number(percent) === before}
          loading={change.isPending}
        >
          {t("gold.shareSet")}
        </Button>
      </form>
    </>
  );
}
