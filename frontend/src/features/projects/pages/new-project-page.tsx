import { Button, FileInput, Radio, Stack, TextInput } from "@mantine/core";
import { useSuspenseQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { PageHeader } from "@/components/page-header";
import { ProblemAlert } from "@/components/problem-alert";
import { isProblem } from "@/lib/api/problem";
import { useLocale } from "@/lib/i18n/use-locale";

import { shippedProtocolsOptions, useMakeProject } from "../api";
import { slugOf } from "../slug";
import classes from "./new-project-page.module.css";

/** Not the id of a shipped protocol. */
const OWN = "*";

/** For staff of the installation: a project and the protocol it begins with. */
export function NewProjectPage() {
  const { t } = useTranslation("projects");
  const { pick } = useLocale();
  const navigate = useNavigate();
  const { data: protocols } = useSuspenseQuery(shippedProtocolsOptions);
  const [name, setName] = useState("");
  // Follows the name until somebody writes one of their own.
  const [slug, setSlug] = useState<string | null>(null);
  const [protocol, setProtocol] = useState(
    protocols.find(({ missing }) => missing.length === 0)?.id ?? "",
  );
  const [file, setFile] = useState<File | null>(null);
  const make = useMakeProject();
  const fields = isProblem(make.error) ? make.error.fieldErrors : {};
  const shownSlug = slug ?? slugOf(name);
  // What is wrong in the file itself is named by its path in the document.
  const inFile = Object.entries(fields).filter(
    ([path]) => !["name", "slug", "protocol"].includes(path),
  );
  const submit = async () => {
    const isOwn = protocol === OWN;
    const yaml = isOwn && file ? await file.text() : "";
    make.mutate(
      { body: { name, slug: shownSlug, protocol: isOwn ? "" : protocol, yaml } },
      {
        onSuccess: (made) => {
          void navigate({ to: "/projects/$slug", params: { slug: made.slug } });
        },
      },
    );
  };

  return (
    <div className={classes.page}>
      <PageHeader title={t("new.title")} lead={t("new.lead")} />
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Stack>
          <TextInput
            label={t("new.name")}
            description={t("new.nameHint")}
            required
            value={name}
            onChange={(event) => {
              setName(event.currentTarget.value);
            }}
            error={fields["name"]}
          />
          <TextInput
            label={t("new.slug")}
            description={t("new.slugHint")}
            required
            value={shownSlug}
            onChange={(event) => {
              setSlug(event.currentTarget.value);
            }}
            error={fields["slug"]}
          />
          <Radio.Group
            label={t("new.protocol")}
            value={protocol}
            onChange={setProtocol}
            error={fields["protocol"]}
            required
          >
            <Stack gap="sm" mt="xs">
              {protocols.map((one) => (
                <Radio
                  key={one.id}
                  value={one.id}
                  label={one.name}
                  disabled={one.missing.length > 0}
                  description={
                    one.missing.length > 0
                      ? t("new.missing", { what: one.missing.join(" ") })
                      : pick(one.summary)
                  }
                />
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
              value={file}
              onChange={setFile}
              error={inFile.length > 0 && inFile.map(([path, why]) => `${path}: ${why}`).join(" ")}
            />
          )}
          {make.error && Object.keys(fields).length === 0 && <ProblemAlert error={make.error} />}
          <Button type="submit" loading={make.isPending}>
            {t("new.action")}
          </Button>
        </Stack>
      </form>
    </div>
  );
}
