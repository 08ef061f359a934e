import { Button, Radio, Stack, TextInput } from "@mantine/core";
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
  const make = useMakeProject();
  const fields = isProblem(make.error) ? make.error.fieldErrors : {};
  const shownSlug = slug ?? slugOf(name);

  return (
    <div className={classes.page}>
      <PageHeader title={t("new.title")} lead={t("new.lead")} />
      <form
        onSubmit={(event) => {
          event.preventDefault();
          make.mutate(
            { body: { name, slug: shownSlug, protocol } },
            {
              onSuccess: (made) => {
                void navigate({ to: "/projects/$slug", params: { slug: made.slug } });
              },
            },
          );
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
            </Stack>
          </Radio.Group>
          {make.error && Object.keys(fields).length === 0 && <ProblemAlert error={make.error} />}
          <Button type="submit" loading={make.isPending}>
            {t("new.action")}
          </Button>
        </Stack>
      </form>
    </div>
  );
}
