import { Button, Stack, Textarea } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useTranslation } from "react-i18next";

import { ProblemAlert } from "@/components/problem-alert";
import { problemsAtFields, withoutField } from "@/lib/forms/refusals";
import { useToasts } from "@/lib/toasts/use-toasts";

import { type Onboarding, usePublishConsentForm } from "../api";
import classes from "./calibration.module.css";

const EMPTY = { en: "", zh: "" };
const PARTS = ["consent", "content_warning"] as const;
const LANGUAGES = ["en", "zh"] as const;

interface BriefingFormProps {
  slug: string;
  briefing: Onboarding["briefing"];
}

/** The consent text and the content warning, in both languages; a change is a new version. */
export function ConsentTextForm({ slug, briefing }: BriefingFormProps) {
  const { t } = useTranslation("calibration");
  const toasts = useToasts();
  const publish = usePublishConsentForm(slug);
  const form = useForm({
    initialValues: {
      consent: briefing?.consent ?? EMPTY,
      content_warning: briefing?.content_warning ?? EMPTY,
    },
  });
  return (
    <form
      onSubmit={form.onSubmit((words) => {
        publish.mutate(
          { params: { path: { slug } }, body: words },
          {
            onSuccess: () => {
              toasts.done(t("visit.published"));
              form.resetDirty(words);
            },
            onError: problemsAtFields(form),
          },
        );
      })}
    >
      <Stack maw="46rem">
        {PARTS.map((part) => (
          <div key={part} className={classes.both}>
            {LANGUAGES.map((language) => (
              <Textarea
                key={language}
                label={t(`visit.${part}.${language}`)}
                description={t(`visit.${part}.hint`)}
                autosize
                minRows={part === "consent" ? 5 : 2}
                maxRows={20}
                {...form.getInputProps(`${part}.${language}`)}
              />
            ))}
          </div>
        ))}
        {withoutField(publish.error) !== null && <ProblemAlert error={publish.error} />}
        <div>
          <Button type="submit" disabled={!form.isDirty()} loading={publish.isPending}>
            {t("visit.publish")}
          </Button>
        </div>
      </Stack>
    </form>
  );
}
