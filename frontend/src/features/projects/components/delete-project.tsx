import { Button, Group, Modal, Stack, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { ProblemAlert } from "@/components/problem-alert";
import { refetchResources } from "@/lib/api/outdate";

import { useDeleteProject } from "../api";

/** What is deleted and what stays; the slug is typed to confirm. */
export function DeleteProject({ slug }: { slug: string }) {
  const { t } = useTranslation(["projects", "common"]);
  const navigate = useNavigate();
  const queries = useQueryClient();
  const remove = useDeleteProject();
  const [opened, setOpened] = useState(false);
  const [typed, setTyped] = useState("");
  return (
    <>
      <p>{t("delete.text")}</p>
      <Button
        variant="default"
        onClick={() => {
          remove.reset();
          setTyped("");
          setOpened(true);
        }}
      >
        {t("delete.open")}
      </Button>
      <Modal
        opened={opened}
        onClose={() => {
          setOpened(false);
        }}
        title={t("delete.open")}
        size="lg"
        closeButtonProps={{ "aria-label": t("common:reason.close") }}
      >
        <form
          onSubmit={(event) => {
            event.preventDefault();
            remove.mutate(
              { params: { path: { slug } }, body: { slug: typed } },
              {
                onSuccess: () => {
                  void navigate({ to: "/projects" }).then(() =>
                    refetchResources(queries, "/api/session/"),
                  );
                },
              },
            );
          }}
        >
          <Stack>
            <p>{t("delete.consequences")}</p>
            <TextInput
              label={t("delete.type", { slug })}
              autoComplete="off"
              value={typed}
              data-autofocus
              onChange={(event) => {
                setTyped(event.currentTarget.value);
              }}
            />
            {remove.error && <ProblemAlert error={remove.error} />}
            <Group justify="flex-end">
              <Button
                variant="default"
                onClick={() => {
                  setOpened(false);
                }}
              >
                {t("common:reason.cancel")}
              </Button>
              <Button
                type="submit"
                color="red.9"
                disabled={typed !== slug}
                loading={remove.isPending}
              >
                {t("delete.open")}
              </Button>
            </Group>
          </Stack>
        </form>
      </Modal>
    </>
  );
}
