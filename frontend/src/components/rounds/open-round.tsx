import { Button, Group, Switch } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { ProblemAlert } from "@/components/problem-alert";
import { $api } from "@/lib/api/client";

import { RESOURCES_CHANGED_BY_ROUNDS } from "./rounds";

interface AutomaticSwitchProps {
  checked: boolean;
  disabled?: boolean;
  onChange: (automatic: boolean) => void;
}

/** Switch that lets rounds extend, close and open the next one without an organizer. */
export function AutomaticSwitch({ onChange, ...state }: AutomaticSwitchProps) {
  const { t } = useTranslation("rounds");
  return (
    <Switch
      {...state}
      my="sm"
      label={t("automatic.label")}
      description={t("automatic.text")}
      onChange={({ currentTarget }) => {
        onChange(currentTarget.checked);
      }}
    />
  );
}

interface OpenRoundProps {
  slug: string;
  number: number;
  automatic: boolean;
  onOpened?: () => void;
}

/** Opens the next validation round. Its texts are those of the page of rounds. */
export function OpenRound({ slug, number, automatic, onOpened }: OpenRoundProps) {
  const { t } = useTranslation("rounds");
  const [isAutomatic, setAutomatic] = useState(automatic);
  const open = $api.useMutation("post", "/api/projects/{slug}/rounds/open/", {
    meta: RESOURCES_CHANGED_BY_ROUNDS,
    ...(onOpened && { onSuccess: onOpened }),
  });
  return (
    <>
      <AutomaticSwitch checked={isAutomatic} onChange={setAutomatic} />
      <Group>
        <Button
          loading={open.isPending}
          onClick={() => {
            open.mutate({ params: { path: { slug } }, body: { automatic: isAutomatic } });
          }}
        >
          {t("open", { number })}
        </Button>
      </Group>
      {open.error && <ProblemAlert error={open.error} />}
    </>
  );
}
