import { Button, Progress } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { useLocale } from "@/lib/i18n/use-locale";
import { labelFields, type Protocol } from "@/lib/protocol/protocol";

import { type Call, useCallClose } from "../api";
import classes from "./calls.module.css";

/** Open requests with the progress of each person. */
export function Calls({
  slug,
  protocol,
  calls,
}: {
  slug: string;
  protocol: Protocol;
  calls: readonly Call[];
}) {
  const { t } = useTranslation("balance");
  const { pick } = useLocale();
  const close = useCallClose();
  const open = calls.filter(({ status }) => status === "open");
  if (open.length === 0) return null;
  const titleOf = ({ field, choice }: Call) =>
    pick(
      labelFields(protocol)
        .find(({ id }) => id === field)
        ?.choices.find(({ id }) => id === choice)?.title,
    ) || choice;
  return (
    <section aria-labelledby="calls">
      <h2 id="calls">{t("calls.title")}</h2>
      <ul className={classes.calls}>
        {open.map((call) => (
          <li key={call.id} className={classes.call}>
            <div className={classes.head}>
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
            </div>
            <Progress
              value={(100 * call.done) / call.wanted}
              aria-label={t("calls.progress", { name: titleOf(call) })}
            />
            {call.note && <p className={classes.note}>{call.note}</p>}
            <p className={classes.people}>
              {call.asked
                .map(({ name, done }) => t("calls.person", { name, done, each: call.each }))
                .join(" · ")}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
