import { Box, Button, Group, Progress } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { PlainList } from "@/components/layout/primitives";
import { useLocale } from "@/lib/i18n/use-locale";
import { labelFields, type Protocol } from "@/lib/protocol/protocol";

import { type CollectionRequest, useCloseCollectionRequest } from "../api";
import classes from "./calls.module.css";

/** Open requests with the progress of each person. */
export function CollectionRequests({
  slug,
  protocol,
  calls,
}: {
  slug: string;
  protocol: Protocol;
  calls: readonly CollectionRequest[];
}) {
  const { t } = useTranslation("balance");
  const { pick } = useLocale();
  const close = useCloseCollectionRequest();
  const open = calls.filter(({ status }) => status === "open");
  if (open.length === 0) return null;
  const titleOf = ({ field, choice }: CollectionRequest) =>
    pick(
      labelFields(protocol)
        .find(({ id }) => id === field)
        ?.choices.find(({ id }) => id === choice)?.title,
    ) || choice;
  return (
    <section aria-labelledby="calls">
      <h2 id="calls">{t("calls.title")}</h2>
      <PlainList gap="md" maw="75ch" m="0 0 1.5rem">
        {open.map((call) => (
          <li key={call.id} className={classes.call}>
            <Group gap="0.5rem 1rem" justify="space-between" mb="0.5rem">
              <strong>{titleOf(call)}</strong>
              <span>{t("calls.done", { done: call.done, wanted: call.wanted })}</span>
              <Button
                variant="subtle"
                size="compact-md"
                loading={close.isPending && close.variables.params.path.call_id === call.id}
                onClick={() => {
                  close.mutate({ params: { path: { slug, call_id: call.id } } });
                }}
              >
                {t("calls.close")}
              </Button>
            </Group>
            <Progress
              value={(100 * call.done) / call.wanted}
              aria-label={t("calls.progress", { name: titleOf(call) })}
            />
            {call.note && (
              <Box component="p" m="0.5rem 0 0">
                {call.note}
              </Box>
            )}
            <p className={classes.people}>
              {call.asked
                .map(({ name, done }) => t("calls.person", { name, done, each: call.each }))
                .join(" · ")}
            </p>
          </li>
        ))}
      </PlainList>
    </section>
  );
}
