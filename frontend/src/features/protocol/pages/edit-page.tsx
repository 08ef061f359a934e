import { Button, FileButton, Group, Menu, SegmentedControl } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconDownload, IconFile, IconUpload } from "@tabler/icons-react";
import { useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { MutedText } from "@/components/layout/primitives";
import { PageHeader } from "@/components/page-header";
import { ProblemAlert } from "@/components/problem-alert";
import { CommandButton } from "@/lib/commands/command-button";
import { useCommands } from "@/lib/commands/use-commands";
import type { Protocol } from "@/lib/protocol/protocol";
import { AppLink } from "@/lib/routing/app-link";
import { useGoToPage } from "@/lib/routing/use-go";
import { useUser } from "@/lib/session/session";
import { useToasts } from "@/lib/toasts/use-toasts";

import {
  checkOptions,
  documentOptions,
  offerOptions,
  type ProtocolCheck,
  useProtocolCheck,
  useProtocolChange,
} from "../api";
import { editCommands } from "../commands";
import { FormView } from "../components/editor/form-view";
import { AnnotationFormPreview } from "../components/editor/preview";
import { ReviewChange } from "../components/review-change";
import { UploadImage } from "../components/upload-image";
import { YamlEditor } from "../components/yaml-editor";
import { draftKey, type DraftSource, dropDraft, keepDraft, readDraft } from "../draft";
import { EditorContext } from "../form/editor";
import { isObject, type Json, withValueAt } from "../form/path";
import type { Schema } from "../form/schema";
import { locateProblems } from "../locate";
import editorClasses from "../components/editor/editor.module.css";
import classes from "./protocol.module.css";

const route = getRouteApi("/signed-in/projects/$slug/protocol/edit");

const PAUSE_MS = 400;

/** Edit, preview, compare, save: the server stores nothing before. */
export function EditPage() {
  const { t } = useTranslation("protocol");
  const { slug } = route.useParams();
  const key = draftKey(slug, useUser().id);
  const go = useGoToPage();
  const toasts = useToasts();
  const queries = useQueryClient();
  const { data: current } = useSuspenseQuery(documentOptions(slug));
  const { data: offer } = useSuspenseQuery(offerOptions(slug));
  const [draft, setDraft] = useState(
    () =>
      readDraft(key) ?? {
        base: current.number,
        source: { document: current.document as Json } satisfies DraftSource,
      },
  );
  const { source } = draft;
  const [settled] = useDebouncedValue(source, PAUSE_MS);
  const check = useProtocolCheck(slug, settled);
  const [reviewed, setReviewed] = useState<ProtocolCheck | null>(null);
  const [isBusy, setBusy] = useState(false);
  const change = useProtocolChange();
  const problems = check.data?.problems ?? [];
  const sound = useLastSound(check.data);

  const write = (next: DraftSource) => {
    const written = { ...draft, source: next };
    setDraft(written);
    keepDraft(key, written);
    setReviewed(null);
  };
  const startAfresh = () => {
    dropDraft(key);
    setDraft({ base: current.number, source: { document: current.document as Json } });
    setReviewed(null);
  };
  /** The server's check of the draft as it is now, not half a second ago. */
  const checkNow = async (of: DraftSource): Promise<ProtocolCheck> => {
    setBusy(true);
    try {
      return await queries.fetchQuery(checkOptions(slug, of));
    } finally {
      setBusy(false);
    }
  };
  const show = async (view: string) => {
    const now = await checkNow(source);
    if (view === "source") write({ yaml: now.yaml });
    else if (isObject(now.document as Json)) write({ document: now.document as Json });
    else toasts.failed(t("editor.noForm"));
  };
  const open = async (file: File | null) => {
    if (file) await begin(await file.text());
  };
  const begin = async (yaml: string) => {
    const now = await checkNow({ yaml });
    write(isObject(now.document as Json) ? { document: now.document as Json } : { yaml });
  };
  const putInForce = (yaml: string, note: string, mapping: Readonly<Record<string, string>>) => {
    change.mutate(
      {
        params: { path: { slug } },
        body: { yaml, note, after: draft.base, mapping: { ...mapping } },
      },
      {
        onSuccess: ({ number }) => {
          dropDraft(key);
          toasts.done(t("edit.done", { number }));
          go({ page: "protocol" });
        },
      },
    );
  };
  /** Someone else saved first: compare with their version, and decide again. */
  const takeNewest = async () => {
    const newest = await queries.fetchQuery({ ...documentOptions(slug), staleTime: 0 });
    const next = { ...draft, base: newest.number };
    setDraft(next);
    keepDraft(key, next);
    setReviewed(null);
    change.reset();
  };
  const review = async () => {
    const now = await checkNow(source);
    if (now.problems.length === 0) setReviewed(now);
  };

  const isStale = draft.base !== current.number;
  const commands = useCommands(editCommands, {
    check: { run: () => void review(), enabled: !isBusy && !reviewed && !isStale },
  });
  const isSource = source.yaml !== undefined;

  return (
    <>
      <PageHeader
        back={<AppLink to={{ page: "protocol" }}>{t("version.back")}</AppLink>}
        title={t("edit.title")}
        lead={t("edit.lead")}
        actions={
          !reviewed && (
            <>
              <Button variant="subtle" color="gray" onClick={startAfresh}>
                {t("edit.afresh", { number: current.number })}
              </Button>
              <FileButton
                accept=".yaml,.yml,text/yaml,application/yaml"
                onChange={(file) => void open(file)}
              >
                {({ onClick }) => (
                  <Menu position="bottom-end">
                    <Menu.Target>
                      <Button variant="default" leftSection={<IconFile size={18} />}>
                        {t("edit.file")}
                      </Button>
                    </Menu.Target>
                    <Menu.Dropdown>
                      <Menu.Item leftSection={<IconUpload size={18} />} onClick={onClick}>
                        {t("edit.import")}
                      </Menu.Item>
                      <Menu.Item
                        component="a"
                        leftSection={<IconDownload size={18} />}
                        href={`data:application/yaml;charset=utf-8,${encodeURIComponent(check.data?.yaml ?? "")}`}
                        download={`${slug}-protocol-draft.yaml`}
                      >
                        {t("export")}
                      </Menu.Item>
                      <Menu.Divider />
                      <Menu.Label>{t("editor.copyOf")}</Menu.Label>
                      {offer.templates.map(({ id, name, yaml }) => (
                        <Menu.Item key={id} onClick={() => void begin(yaml)}>
                          {name}
                        </Menu.Item>
                      ))}
                    </Menu.Dropdown>
                  </Menu>
                )}
              </FileButton>
              <UploadImage slug={slug} />
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
      {reviewed ? (
        <ReviewChange
          before={{ yaml: current.yaml, document: current.document as Json }}
          checked={reviewed}
          number={current.number + 1}
          pending={change.isPending}
          error={change.error}
          onBack={() => {
            setReviewed(null);
            change.reset();
          }}
          onConflict={() => void takeNewest()}
          onConfirm={(note, mapping) => {
            putInForce(reviewed.yaml, note, mapping);
          }}
        />
      ) : (
        <>
          {check.error && <ProblemAlert error={check.error} />}
          <Group justify="space-between" mb="md">
            <SegmentedControl
              aria-label={t("editor.view")}
              value={isSource ? "source" : "form"}
              onChange={(view) => void show(view)}
              data={[
                { value: "form", label: t("editor.form") },
                { value: "source", label: t("editor.source") },
              ]}
            />
            <MutedText>{t("edit.kept")}</MutedText>
          </Group>
          <EditorContext
            value={{
              document: source.document ?? null,
              problems: new Map(problems.map(({ field, message }) => [field, message])),
              offer,
              schema: offer.schema as Schema,
              set: (path, value) => {
                write({ document: withValueAt(source.document ?? {}, path, value) });
              },
            }}
          >
            <div className={editorClasses.editor}>
              {isSource ? (
                <YamlEditor
                  label={t("edit.area")}
                  value={source.yaml}
                  onChange={(yaml) => {
                    write({ yaml });
                  }}
                  complaints={locateProblems(source.yaml, problems)}
                />
              ) : (
                <FormView />
              )}
              <AnnotationFormPreview
                protocol={sound?.document as Protocol | null}
                isCurrent={problems.length === 0}
              />
            </div>
          </EditorContext>
          <Group justify="space-between" mt="md" className={classes.foot}>
            <MutedText role="status">
              {problems.length > 0
                ? t("edit.complaints", { count: problems.length })
                : t(check.data?.changed ? "editor.sound" : "editor.same", {
                    count: check.data?.changes.length ?? 0,
                  })}
            </MutedText>
            <CommandButton command={commands.check} loading={isBusy}>
              {t("edit.check")}
            </CommandButton>
          </Group>
        </>
      )}
    </>
  );
}

/** The newest check without problems. */
function useLastSound(check: ProtocolCheck | undefined): ProtocolCheck | null {
  const [sound, setSound] = useState<ProtocolCheck | null>(null);
  const isSound = check?.problems.length === 0;
  if (check && isSound && check !== sound) setSound(check);
  return isSound ? check : sound;
}
