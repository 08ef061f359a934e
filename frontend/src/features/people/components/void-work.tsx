import { Button, Checkbox, Flex } from "@mantine/core";
import { IconArrowBackUp, IconBan } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { MutedNote } from "@/components/layout/primitives";
import { Thumbnail } from "@/components/image/thumbnail";
import { ProblemAlert } from "@/components/problem-alert";
import { ReasonDialog } from "@/components/reason-dialog";
import { StatusBadge } from "@/components/status-badge";
import { $api } from "@/lib/api/client";
import { ALL_PROJECT_RESOURCES } from "@/lib/api/outdate";
import { useToasts } from "@/lib/toasts/use-toasts";

import { voidOptions } from "../api";
import classes from "./void-work.module.css";

/** Voids careless work, after a preview of the consequences. */
export function VoidWork({ slug, person }: { slug: string; person: number }) {
  const { t } = useTranslation("people");
  const [opened, setOpened] = useState(false);
  const unvoid = useUnvoid(slug, person);
  const { data: preview } = useQuery(voidOptions(slug, person));
  const voided = preview?.voided ?? 0;
  return (
    <>
      {voided > 0 && (
        <Button
          variant="default"
          leftSection={<IconArrowBackUp size={18} aria-hidden="true" />}
          loading={unvoid.isPending}
          onClick={unvoid.run}
        >
          {t("void.undo", { count: voided })}
        </Button>
      )}
      {(preview?.handed_in !== 0 || voided === 0) && (
        <Button
          variant="default"
          leftSection={<IconBan size={18} aria-hidden="true" />}
          onClick={() => {
            setOpened(true);
          }}
        >
          {t("void.open")}
        </Button>
      )}
      {opened && (
        <VoidDialog
          slug={slug}
          person={person}
          onClose={() => {
            setOpened(false);
          }}
        />
      )}
    </>
  );
}

/** Undo voiding: the work counts again unless others have taken over. */
function useUnvoid(slug: string, person: number) {
  const { t } = useTranslation("people");
  const toasts = useToasts();
  const { mutate, isPending } = $api.useMutation(
    "post",
    "/api/projects/{slug}/people/{person_id}/void/undo/",
    {
      meta: { outdates: [ALL_PROJECT_RESOURCES] },
      onSuccess: ({ restored }) => {
        toasts.done(t("void.undone", { count: restored.length }));
      },
    },
  );
  const run = () => {
    mutate({ params: { path: { slug, person_id: person } } });
  };
  return { run, isPending };
}

function VoidDialog({
  slug,
  person,
  onClose,
}: {
  slug: string;
  person: number;
  onClose: () => void;
}) {
  const { t } = useTranslation("people");
  const toasts = useToasts();
  const unvoid = useUnvoid(slug, person);
  const { data: preview, error } = useQuery({ ...voidOptions(slug, person), staleTime: 0 });
  const [confirmed, setConfirmed] = useState<ReadonlySet<number>>(new Set());
  const apply = $api.useMutation("post", "/api/projects/{slug}/people/{person_id}/void/", {
    // It changes queues, agreement and overview.
    meta: { outdates: [ALL_PROJECT_RESOURCES] },
    onSuccess: ({ voided, kept }) => {
      const said = [
        t("void.done", { count: voided.length }),
        ...(kept.length > 0 ? [t("void.kept", { count: kept.length })] : []),
      ].join(" ");
      toasts.undo(said, unvoid.run);
      onClose();
    },
  });
  const toggle = (id: number) => {
    const next = new Set(confirmed);
    if (!next.delete(id)) next.add(id);
    setConfirmed(next);
  };
  return (
    <ReasonDialog
      opened
      title={t("void.title", { name: preview?.name ?? "" })}
      action={t("void.action")}
      pending={apply.isPending}
      error={apply.error}
      incomplete={!preview || preview.handed_in === 0}
      onConfirm={(reason) => {
        apply.mutate({
          params: { path: { slug, person_id: person } },
          body: { reason, confirmed: [...confirmed] },
        });
      }}
      onClose={onClose}
    >
      {error !== null && <ProblemAlert error={error} />}
      {preview?.handed_in === 0 && <p>{t("void.nothing")}</p>}
      {preview && preview.handed_in > 0 && (
        <>
          <p>
            {t("void.what", {
              count: preview.handed_in - preview.decided.length + confirmed.size,
            })}
          </p>
          {preview.undecided > 0 && <p>{t("void.undecided", { count: preview.undecided })}</p>}
          {preview.decided.length > 0 && (
            <fieldset className={classes.decided}>
              <legend>{t("void.decided", { count: preview.decided.length })}</legend>
              <MutedNote mb="sm">{t("void.decidedHint")}</MutedNote>
              {preview.decided.length > 1 && (
                <Checkbox
                  label={t("void.all")}
                  checked={confirmed.size === preview.decided.length}
                  indeterminate={confirmed.size > 0 && confirmed.size < preview.decided.length}
                  onChange={(event) => {
                    setConfirmed(
                      new Set(
                        event.currentTarget.checked ? preview.decided.map(({ id }) => id) : [],
                      ),
                    );
                  }}
                />
              )}
              <ul className={classes.list}>
                {preview.decided.map(({ id, item_number, status, images }) => (
                  <Flex key={id} component="li" gap="md" align="center" wrap="wrap" p="0.25rem 0">
                    <Checkbox
                      label={t("void.item", { number: item_number })}
                      checked={confirmed.has(id)}
                      onChange={() => {
                        toggle(id);
                      }}
                    />
                    {images[0] && <Thumbnail src={images[0].thumbnail_url} alt="" height={40} />}
                    <StatusBadge state={`case.${status}`} />
                  </Flex>
                ))}
              </ul>
            </fieldset>
          )}
        </>
      )}
    </ReasonDialog>
  );
}
