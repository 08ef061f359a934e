import { Group } from "@mantine/core";
import { IconPackage, IconTrash } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { ConfirmButton } from "@/components/confirm-button";
import { useGoToPage } from "@/lib/routing/use-go";
import { useProject } from "@/lib/session/project";
import { useToasts } from "@/lib/toasts/use-toasts";

import { type Release, usePublishRelease, useRemoveRelease } from "../api";

/** Actions on an unpublished version: publish the preview, or remove it. */
export function PreviewActions({ release }: { release: Release }) {
  const { t } = useTranslation("releases");
  const { slug, can } = useProject();
  const toasts = useToasts();
  const go = useGoToPage();
  const publish = usePublishRelease();
  const remove = useRemoveRelease();
  if (!can("maintain")) return null;
  const { version } = release;
  const params = { path: { slug, version } };
  return (
    <Group>
      {/* A take-down is published by taking the image or question down. */}
      {release.status === "previewed" && !release.is_takedown && (
        <ConfirmButton
          leftSection={<IconPackage size={18} />}
          label={t("preview.publish", { version })}
          consequences={t("preview.final", { version })}
          onConfirm={() =>
            publish.mutateAsync({ params }).then(() => {
              toasts.done(t("preview.published", { version }));
            })
          }
        />
      )}
      <ConfirmButton
        variant="default"
        leftSection={<IconTrash size={18} />}
        label={t("preview.remove", { version })}
        consequences={t("preview.gone", { version })}
        onConfirm={() =>
          remove.mutateAsync({ params }).then(() => {
            toasts.done(t("preview.removed", { version }));
            go({ page: "releases" });
          })
        }
      />
    </Group>
  );
}
