import { Box, Button, FileInput, Radio, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useSuspenseQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { PageHeader } from "@/components/page-header";
import { ProblemAlert } from "@/components/problem-alert";
import { problemsAtFields, withoutField } from "@/lib/forms/refusals";
import { useLocale } from "@/lib/i18n/use-locale";

import { shippedProtocolsOptions, useMakeProject } from "../api";
import { ProtocolPreview } from "../components/protocol-preview";
import { makeSlug } from "../slug";

/** Not the id of a shipped protocol. */
const OWN = "*";

/** For staff of the installation: a project and its first protocol. */
export function NewProjectPage() {
  const { t } = useTranslation("projects");
  const { format, pick } = useLocale();
  const navigate = useNavigate();
  const { data: protocols } = useSuspenseQuery(shippedProtocolsOptions);
  const make = useMakeProject();
  const form = useForm({
    initialValues: {
      name: "",
      slug: "",
      // No protocol is preselected, because it determines the work.
      protocol: "",
      file: null as File | null,
    },
    onValuesChange: ({ name }, before) => {
      // The slug follows the name until a person edits it.
      const follows = before.slug === makeSlug(before.name);
      if (follows && name !== before.name) form.setFieldValue("slug", makeSlug(name));
    },
  });
  const { protocol } = form.values;
  // Problems in the file are named by their path in the document.
  const inFile = Object.entries(form.errors).filter(([path]) => !(path in form.values));
  const submit = async ({ name, slug, file }: typeof form.values) => {
    const isOwn = protocol === OWN;
    const yaml = isOwn && file ? await file.text() : "";
    make.mutate(
      { body: { name, slug, protocol: isOwn ? "" : protocol, yaml } },
      {
        onSuccess: (made) => {
          void navigate({ to: "/projects/$slug", params: { slug: made.slug } });
        },
        onError: problemsAtFields(form),
      },
    );
  };

  return (
    <Box maw="36rem">
      <PageHeader title={t("new.title")} lead={t("new.lead")} />
      <p>
        {t("new.audit")}
        {format.gap}
        <Link to="/audits">{t("audit")}</Link>
      </p>
      <form onSubmit={form.onSubmit((values) => void submit(values))}>
        <Stack>
          <TextInput
            label={t("new.name")}
            description={t("new.nameHint")}
            required
            {...form.getInputProps("name")}
          />
          <TextInput
            label={t("new.slug")}
            description={t("new.slugHint")}
            required
            {...form.getInputProps("slug")}
          />
          <Radio.Group label={t("new.protocol")} required {...form.getInputProps("protocol")}>
            <Stack gap="sm" mt="xs">
              {protocols.map((one) => (
                <div key={one.id}>
                  <Radio
                    value={one.id}
                    label={one.name}
                    disabled={one.missing.length > 0}
                    description={
                      one.missing.length > 0
                        ? t("new.missing", { what: one.missing.join(" ") })
                        : pick(one.summary)
                    }
                  />
                  {protocol === one.id && <ProtocolPreview preview={one.preview} />}
                </div>
              ))}
              <Radio value={OWN} label={t("new.own")} description={t("new.ownHint")} />
            </Stack>
          </Radio.Group>
          {protocol === OWN && (
            <FileInput
              label={t("new.file")}
              accept=".yaml,.yml,text/yaml,application/yaml"
              required
              clearable
              {...form.getInputProps("file")}
              error={
                inFile.length > 0 &&
                inFile.map(([path, why]) => `${path}: ${String(why)}`).join(" ")
              }
            />
          )}
          {withoutField(make.error) !== null && <ProblemAlert error={make.error} />}
          <Button type="submit" loading={make.isPending} disabled={protocol === ""}>
            {t("new.action")}
          </Button>
        </Stack>
      </form>
    </Box>
  );
}
