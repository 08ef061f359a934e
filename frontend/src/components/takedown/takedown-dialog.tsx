import { Box, Skeleton, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import type { components } from "@/api/generated";
import { useItemImageName } from "@/components/image/item-image-link";
import { Thumbnail } from "@/components/image/thumbnail";
import { ProblemAlert } from "@/components/problem-alert";
import { ReasonDialog } from "@/components/reason-dialog";
import { $api } from "@/lib/api/client";
import { ALL_PROJECT_RESOURCES } from "@/lib/api/outdate";
import { useLocale } from "@/lib/i18n/use-locale";
import { useGoToPage } from "@/lib/routing/use-go";
import { useToasts } from "@/lib/toasts/use-toasts";

import { MutedText } from "../layout/primitives";
import classes from "./takedown.module.css";

export type TakedownTarget = { image: number } | { question: string };
type Plan = components["schemas"]["TakedownPlan"];

const ADDRESS = "/api/projects/{slug}/releases/takedown/";

/** Consequences of a takedown now. */
export function useTakedownPlan(slug: string, target: TakedownTarget, enabled = true) {
  return $api.useQuery("get", ADDRESS, { params: { path: { slug }, query: target } }, { enabled });
}

export interface TakedownDialogProps {
  slug: string;
  target: TakedownTarget;
  opened: boolean;
  onClose: () => void;
}

/** Focus the first field, also if the plan loads after the dialog opens. */
const focus = (field: HTMLInputElement | null) => {
  field?.focus();
};

/** Shows what is taken down and all consequences, then asks for the version. */
export function TakedownDialog({ slug, target, opened, onClose }: TakedownDialogProps) {
  const { t } = useTranslation("takedown");
  const toasts = useToasts();
  const go = useGoToPage();
  const [typed, setTyped] = useState("");
  const { data: plan, error } = useTakedownPlan(slug, target, opened);
  const take = $api.useMutation("post", ADDRESS, { meta: { outdates: [ALL_PROJECT_RESOURCES] } });
  const what = "question" in target ? "question" : "image";
  const close = () => {
    setTyped("");
    take.reset();
    onClose();
  };
  const send = (reason: string, preview: boolean) => {
    take.mutate(
      {
        params: { path: { slug } },
        body: { ...target, reason, preview, version: typed.trim() },
      },
      {
        onSuccess: ({ version }) => {
          toasts.done(t(preview ? "previewed" : `done.${what}`, { version }));
          close();
          go({ page: "releases" });
        },
      },
    );
  };
  const next = plan?.next_version;
  return (
    <ReasonDialog
      opened={opened}
      onClose={close}
      title={t(`title.${what}`)}
      action={t(`action.${what}`)}
      pending={take.isPending}
      error={take.error}
      incomplete={!plan?.confirm || typed.trim() !== plan.confirm}
      {...(next && {
        before: {
          action: t("preview", { version: next }),
          onConfirm: (reason: string) => {
            send(reason, true);
          },
        },
      })}
      onConfirm={(reason) => {
        send(reason, false);
      }}
    >
      {error && <ProblemAlert error={error} />}
      {!plan && !error && <Skeleton height={180} />}
      {plan && <Consequences plan={plan} what={what} />}
      {plan?.confirm && (
        <TextInput
          label={t("confirm", { version: plan.confirm })}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
          }}
          autoComplete="off"
          required
          maw="16rem"
          ref={focus}
          data-autofocus
        />
      )}
    </ReasonDialog>
  );
}

function Consequences({ plan, what }: { plan: Plan; what: "image" | "question" }) {
  const { t } = useTranslation("takedown");
  const { format } = useLocale();
  const name = useItemImageName()(plan.picture);
  if (!plan.confirm) return <p>{t(`nowhere.${what}`)}</p>;
  const versions = plan.releases.map(({ version }) => version);
  return (
    <>
      <figure className={classes.target}>
        <Thumbnail src={plan.picture.thumbnail_url} alt={name} height={160} />
        <figcaption>
          {plan.stem && <q>{plan.stem}</q>}
          <MutedText>{name}</MutedText>
        </figcaption>
      </figure>
      <Box component="ul" m={0} ps="lg">
        <li>{t(`project.${what}`)}</li>
        <li>
          {t("withdrawn", {
            count: versions.length,
            versions: format.list(versions),
          })}
        </li>
        <li>
          {plan.next_version
            ? t("next", {
                version: plan.next_version,
                items: t("items", { count: plan.removed_items }),
                questions: t("questions", { count: plan.removed_questions }),
              })
            : t("noNext")}
        </li>
      </Box>
    </>
  );
}
