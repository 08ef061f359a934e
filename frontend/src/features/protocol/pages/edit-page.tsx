import { Button, FileButton, Group } from "@mantine/core";
import { IconUpload } from "@tabler/icons-react";
import { useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { PageHeader } from "@/components/page-header";
import { ProblemAlert } from "@/components/problem-alert";
import { isProblem } from "@/lib/api/problem";
import { CommandButton } from "@/lib/commands/command-button";
import { useCommands } from "@/lib/commands/use-commands";
import { AppLink } from "@/lib/routing/app-link";
import { useGo } from "@/lib/routing/use-go";
import { useToasts } from "@/lib/toasts/use-toasts";

import { documentOptions, useProtocolChange, useProtocolCheck } from "../api";
import { editCommands } from "../commands";
import { ReviewChange } from "../components/review-change";
import { YamlEditor } from "../components/yaml-editor";
import { dropDraft, keepDraft, readDraft } from "../draft";
import { complaintsOf } from "../locate";
import classes from "./protocol.module.css";

const route = getRouteApi("/signed-in/projects/$slug/protocol/edit");

/** Write, check, compare, put in force: nothing is kept on the server before the last step. */
export function EditPage() {
  const { t } = useTranslation("protocol");
  const { slug } = route.useParams();
  const go = useGo();
  const toasts = useToasts();
  const queries = useQueryClient();
  const { data: current } = useSuspenseQuery(documentOptions(slug));
  const [draft, setDraft] = useState(
    () => readDraft(slug) ?? { base: current.number, text: current.yaml },
  );
  const check = useProtocolCheck();
  const change = useProtocolChange(slug);

  const write = (text: string) => {
    const next = { ...draft, text };
    setDraft(next);
    keepDraft(slug, next);
    check.reset();
  };
  const startAfresh = () => {
    dropDraft(slug);
    setDraft({ base: current.number, text: current.yaml });
    check.reset();
  };
  const open = async (file: File | null) => {
    if (file) write(await file.text());
  };
  const putInForce = (note: string) => {
    change.mutate(
      {
        params: { path: { slug } },
        body: { yaml: draft.text, note, after: draft.base },
      },
      {
        onSuccess: ({ number }) => {
          dropDraft(slug);
          toasts.done(t("edit.done", { number }));
          go({ page: "protocol" });
        },
      },
    );
  };
  /** Somebody else was faster: compare with theirs, and decide again. */
  const takeNewest = async () => {
    const newest = await queries.fetchQuery({ ...documentOptions(slug), staleTime: 0 });
    const next = { ...draft, base: newest.number };
    setDraft(next);
    keepDraft(slug, next);
    change.reset();
  };

  const invalid = isProblem(check.error, 400) ? check.error : null;
  const isStale = draft.base !== current.number;
  const commands = useCommands(editCommands, {
    check: {
      run: () => {
        check.mutate({ params: { path: { slug } }, body: { yaml: draft.text } });
      },
      enabled: !check.isPending && !check.data && !isStale,
    },
  });

  return (
    <>
      <PageHeader
        back={<AppLink to={{ page: "protocol" }}>{t("version.back")}</AppLink>}
        title={t("edit.title")}
        lead={t("edit.lead")}
        actions={
          !check.data && (
            <>
              {draft.text !== current.yaml && (
                <Button variant="subtle" color="gray" onClick={startAfresh}>
                  {t("edit.afresh", { number: current.number })}
                </Button>
              )}
              <FileButton
                accept=".yaml,.yml,text/yaml,application/yaml"
                onChange={(file) => void open(file)}
              >
                {(props) => (
                  <Button variant="default" leftSection={<IconUpload size={18} />} {...props}>
                    {t("edit.import")}
                  </Button>
                )}
              </FileButton>
            </>
          )
        }
      />
      {isStale && (
        <div className={classes.stale} role="alert">
          <p>{t("edit.stale", { base: draft.base, number: current.number })}</p>
          <Group>
            <Button variant="default" onClick={() => void takeNewest()}>
              {t("edit.compareNewest", { number: current.number })}
            </Button>
          </Group>
        </div>
      )}
      {check.data ? (
        <ReviewChange
          before={current.yaml}
          after={check.data.yaml}
          changed={check.data.changed}
          number={current.number + 1}
          pending={change.isPending}
          error={change.error}
          onBack={() => {
            check.reset();
            change.reset();
          }}
          onConflict={() => void takeNewest()}
          onConfirm={putInForce}
        />
      ) : (
        <>
          {check.error && !invalid && <ProblemAlert error={check.error} />}
          <YamlEditor
            label={t("edit.area")}
            value={draft.text}
            onChange={write}
            complaints={invalid ? complaintsOf(draft.text, invalid.errors) : []}
          />
          <Group justify="space-between" mt="md">
            <span className={classes.note}>{t("edit.kept")}</span>
            <CommandButton command={commands.check} loading={check.isPending}>
              {t("edit.check")}
            </CommandButton>
          </Group>
        </>
      )}
    </>
  );
}
