import { Button, Group } from "@mantine/core";
import { IconPackage, IconTrash } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { ProblemAlert } from "@/components/problem-alert";
import { useGo } from "@/lib/routing/use-go";
import { useProject } from "@/lib/session/project";
import { useToasts } from "@/lib/toasts/use-toasts";

import { type Release, usePublish, useRemove } from "../api";

/** Actions on an unpublished version: publish the preview, or remove it. */
export function PreviewActions({ release }: { release: Release }) {
  const { t } = useTranslation("releases");
  const { slug, can } = useProject();
  const toasts = useToasts();
  const go = useGo();
  const publish = usePublish();
  const remove = useRemove();
  if (!can("maintain")) return null;
  const { version } = release;
  const params = { path: { slug, version } };
  const error = publish.error ?? remove.error;
  return (
    <>
      <Group>
        {release.status === "previewed" && (
          <Button
            leftSection={<IconPackage size={18} />}
            loading={publish.isPending}
            onClick={() => {
              publish.mutate(
                { params },
                {
                  onSuccess: () => {
                    toasts.done(t("preview.published", { version }));
                  },
                },
              );
            }}
          >
            {t("cut.action", { version })}
          </Button>
        )}
        <Button
          variant="default"
          leftSection={<IconTrash size={18} />}
          loading={remove.isPending}
          onClick={() => {
            remove.mutate(
              { params },
              {
                onSuccess: () => {
                  toasts.done(t("preview.removed", { version }));
                  go({ page: "releases" });
                },
              },
            );
          }}
        >
          {t("preview.remove", { version })}
        </Button>
      </Group>
      {error && <ProblemAlert error={error} />}
    </>
  );
}
