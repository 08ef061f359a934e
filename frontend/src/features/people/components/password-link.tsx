import { Button, CopyButton, Group, Modal, Stack, Text, TextInput } from "@mantine/core";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { ProblemAlert } from "@/components/problem-alert";

import { type Member, usePasswordLink } from "../api";

/** A link by which one member sets a new password, shown once. */
export function PasswordLink({ slug, member }: { slug: string; member: Member }) {
  const { t } = useTranslation("people");
  const make = usePasswordLink();
  const name = member.display_name;
  const link = make.data && `${window.location.origin}/password/${make.data.token}`;
  const { reset } = make;
  return (
    <>
      <Button
        variant="subtle"
        color="gray"
        loading={make.isPending}
        aria-label={t("members.password.linkFor", { name })}
        onClick={() => {
          make.mutate({ params: { path: { slug, member_id: member.id } } });
        }}
      >
        {t("members.password.link")}
      </Button>
      <Modal
        opened={make.isSuccess || make.isError}
        onClose={reset}
        title={t("members.password.title", { name })}
        closeButtonProps={{ "aria-label": t("members.password.close") }}
        size="lg"
      >
        {make.error && <ProblemAlert error={make.error} />}
        {link && (
          <Stack>
            <Text>{t("members.password.text", { name })}</Text>
            <Group gap="xs">
              <TextInput
                flex={1}
                miw="14rem"
                aria-label={t("members.password.linkFor", { name })}
                value={link}
                readOnly
                data-autofocus
                onFocus={(event) => {
                  event.currentTarget.select();
                }}
              />
              <CopyButton value={link}>
                {({ copied, copy }) => (
                  <Button
                    variant="default"
                    leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
                    onClick={copy}
                  >
                    {copied ? t("members.password.copied") : t("members.password.copy")}
                  </Button>
                )}
              </CopyButton>
            </Group>
          </Stack>
        )}
      </Modal>
    </>
  );
}
