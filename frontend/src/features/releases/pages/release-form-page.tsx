import {
  ActionIcon,
  Box,
  Button,
  Group,
  Radio,
  Stack,
  Textarea,
  TextInput,
  Title,
} from "@mantine/core";
import { useForm } from "@mantine/form";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { useSuspenseQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { PageHeader } from "@/components/page-header";
import { ProblemAlert } from "@/components/problem-alert";
import { problemsAtFields, withoutField } from "@/lib/forms/refusals";
import { AppLink } from "@/lib/routing/app-link";
import { useGoToPage } from "@/lib/routing/use-go";
import { useProject } from "@/lib/session/project";
import { useToasts } from "@/lib/toasts/use-toasts";

import { formOptions, useFormSave } from "../api";
import classes from "./release-form-page.module.css";

const TEXTS = [
  "funding",
  "intended_use",
  "limits",
  "biases",
  "personal_information",
  "social_impact",
] as const;
const NOBODY = { name: "", affiliation: "" };

/** Facts that only maintainers know; data card, datasheet and citation print them. */
export function ReleaseFormPage() {
  const { t } = useTranslation("releases");
  const { slug, can } = useProject();
  const { data } = useSuspenseQuery(formOptions(slug));
  const toasts = useToasts();
  const go = useGoToPage();
  const save = useFormSave();
  const form = useForm({
    initialValues: {
      ...data,
      authors: (data.authors.length > 0 ? data.authors : [NOBODY]).map((one) => ({
        ...NOBODY,
        ...one,
      })),
    },
  });
  const mayEdit = can("maintain");
  return (
    <>
      <PageHeader
        back={<AppLink to={{ page: "releases" }}>{t("title")}</AppLink>}
        title={t("form.title")}
        lead={t("form.lead")}
      />
      <Box
        component="form"
        maw="44rem"
        onSubmit={form.onSubmit((values) => {
          const authors = values.authors.filter(({ name }) => name.trim() !== "");
          save.mutate(
            { params: { path: { slug } }, body: { ...values, authors } },
            {
              onSuccess: () => {
                toasts.done(t("form.done"));
                go({ page: "releases" });
              },
              onError: problemsAtFields(form),
            },
          );
        })}
      >
        <fieldset disabled={!mayEdit} className={classes.fields}>
          <Stack>
            <Title order={2} size="h4">
              {t("form.authors")}
            </Title>
            {form.values.authors.map((author, at) => (
              // An author has no id; the list is in the order of the citation.
              <Group key={at} align="flex-end" className={classes.author}>
                <TextInput
                  label={t("form.name")}
                  className={classes.grow}
                  maxLength={200}
                  {...form.getInputProps(`authors.${String(at)}.name`)}
                />
                <TextInput
                  label={t("form.affiliation")}
                  className={classes.grow}
                  maxLength={300}
                  {...form.getInputProps(`authors.${String(at)}.affiliation`)}
                />
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size="lg"
                  aria-label={t("form.removeAuthor", { name: author.name })}
                  onClick={() => {
                    form.removeListItem("authors", at);
                  }}
                >
                  <IconTrash size={18} />
                </ActionIcon>
              </Group>
            ))}
            <Button
              variant="default"
              w="fit-content"
              leftSection={<IconPlus size={18} />}
              onClick={() => {
                form.insertListItem("authors", NOBODY);
              }}
            >
              {t("form.addAuthor")}
            </Button>
            <TextInput
              label={t("form.contact")}
              description={t("form.contactHint")}
              maxLength={300}
              {...form.getInputProps("contact")}
            />
            {TEXTS.map((field) => (
              <Textarea
                key={field}
                label={t(`form.${field}`)}
                description={t(`form.${field}Hint`)}
                autosize
                minRows={2}
                {...form.getInputProps(field)}
              />
            ))}
            <Radio.Group
              label={t("form.synthetic")}
              description={t("form.syntheticHint")}
              value={form.values.synthetic_data === null ? "" : String(form.values.synthetic_data)}
              onChange={(value) => {
                form.setFieldValue("synthetic_data", value === "true");
              }}
            >
              <Group mt="xs">
                <Radio value="false" label={t("form.syntheticNo")} />
                <Radio value="true" label={t("form.syntheticYes")} />
              </Group>
            </Radio.Group>
            <TextInput
              label={t("form.doi")}
              description={t("form.doiHint")}
              placeholder="10.5281/zenodo.1234"
              maxLength={200}
              {...form.getInputProps("doi")}
            />
            {withoutField(save.error, form.values) !== null && <ProblemAlert error={save.error} />}
            {mayEdit && (
              <Button type="submit" w="fit-content" loading={save.isPending}>
                {t("form.action")}
              </Button>
            )}
          </Stack>
        </fieldset>
      </Box>
    </>
  );
}
