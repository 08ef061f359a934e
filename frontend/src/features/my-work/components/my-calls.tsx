import { Group, Progress } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { MutedNote, PlainList } from "@/components/layout/primitives";
import { useLocale } from "@/lib/i18n/use-locale";
import { labelFields, type Protocol } from "@/lib/protocol/protocol";

import type { MyCall } from "../api";

/** Requests for items of an underrepresented label. */
export function MyCollectionRequests({
  protocol,
  calls,
}: {
  protocol: Protocol;
  calls: readonly MyCall[];
}) {
  const { t } = useTranslation("my-work");
  const { pick } = useLocale();
  if (calls.length === 0) return null;
  const nameOf = ({ field, choice }: MyCall) => {
    const label = labelFields(protocol).find(({ id }) => id === field);
    const title = label?.choices.find(({ id }) => id === choice)?.title;
    return `${pick(label?.title)} · ${pick(title) || choice}`;
  };
  return (
    <section aria-labelledby="calls">
      <h2 id="calls">{t("calls.title")}</h2>
      <PlainList gap="lg" maw="40rem" m="0 0 2rem">
        {calls.map((call) => (
          <li key={call.id}>
            <Group gap="0.25rem 1rem" align="stretch" justify="space-between" mb="0.4rem">
              <strong>{nameOf(call)}</strong>
              <span>{t("calls.done", { done: call.done, wanted: call.wanted })}</span>
            </Group>
            <Progress
              value={(100 * call.done) / call.wanted}
              aria-label={t("calls.progress", { name: nameOf(call) })}
            />
            {call.note && <MutedNote mt="0.4rem">{call.note}</MutedNote>}
          </li>
        ))}
      </PlainList>
    </section>
  );
}
