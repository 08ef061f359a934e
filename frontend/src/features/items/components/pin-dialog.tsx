import { Button, Group, Modal, Stack } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useTranslation } from "react-i18next";

import type { components } from "@/api/generated";
import { ProblemAlert } from "@/components/problem-alert";
import { useLocale } from "@/lib/i18n/use-locale";
import { useToasts } from "@/lib/toasts/use-toasts";

import { usePinItems, usePinCandidates, useUnpinItems } from "../api";
import { AnnotatorSelect } from "./annotator-select";
import type { ItemsDialogProps } from "./dialog-props";

type Pinned = components["schemas"]["PinResult"];

/** Assign a person to the selected items, or unassign them. */
export function PinDialog({ slug, items, onClose, onDone }: ItemsDialogProps) {
  const { t } = useTranslation("items");
  const { format } = useLocale();
  const toasts = useToasts();
  const pin = usePinItems();
  const unpin = useUnpinItems();
  const candidates = usePinCandidates(slug, items).data;
  const form = useForm({ initialValues: { id: 0, name: "" } });
  const person = form.values;
  const request = (which: readonly number[]) => ({
    params: { path: { slug } },
    body: { items: [...which], person_id: person.id },
  });
  const leftOut = ({ skipped }: Pinned) =>
    [...new Set(skipped.map(({ why }) => why))].map((why) =>
      t(`pin.skipped.${why}`, { count: skipped.filter((one) => one.why === why).length }),
    );
  const say = (done: Pinned, sentence: string, undo: () => void) => {
    const said = [...(done.changed.length > 0 ? [sentence] : []), ...leftOut(done)].join(
      format.gap,
    );
    if (done.changed.length > 0) toasts.undo(said, undo);
    else toasts.failed(said);
    onDone();
  };
  const candidateOf = (id: number) => candidates?.people.find((one) => one.person_id === id);
  const describe = (id: number) => {
    const candidate = candidateOf(id);
    if (!candidate || candidate.assignable === items.length) return {};
    const { assignable, has, kept, pinned } = candidate;
    if (assignable > 0) return { note: t("pin.part", { part: assignable, count: items.length }) };
    const why = has > 0 ? "has" : kept > 0 ? "kept" : "full";
    return { note: t(`pin.cannot.${why}`), disabled: pinned === 0 };
  };
  const chosen = candidateOf(person.id);
  const left = chosen && { has: chosen.has, kept: chosen.kept, full: candidates?.full ?? 0 };
  const error = pin.error ?? unpin.error;
  const isBusy = pin.isPending || unpin.isPending;

  return (
    <Modal
      opened
      onClose={onClose}
      title={t("pin.title", { count: items.length })}
      size="lg"
      closeButtonProps={{ "aria-label": t("pin.close") }}
    >
      <form
        onSubmit={form.onSubmit(() => {
          pin.mutate(request(items), {
            onSuccess: (done) => {
              const sentence = t("pin.changed", {
                count: done.changed.length,
                name: person.name,
              });
              say(done, sentence, () => {
                unpin.mutate(request(done.changed));
              });
            },
          });
        })}
      >
        <Stack>
          <p>{t("pin.what")}</p>
          <AnnotatorSelect
            slug={slug}
            value={person.id}
            describe={describe}
            onChange={(id, name) => {
              form.setValues({ id, name });
            }}
          />
          {left &&
            (["has", "kept", "full"] as const)
              .filter((why) => left[why] > 0)
              .map((why) => <p key={why}>{t(`pin.skipped.${why}`, { count: left[why] })}</p>)}
          {error && <ProblemAlert error={error} />}
          <Group justify="flex-end">
            <Button
              variant="subtle"
              mr="auto"
              disabled={person.id === 0 || isBusy || chosen?.pinned === 0}
              onClick={() => {
                unpin.mutate(request(items), {
                  onSuccess: (done) => {
                    say(done, t("pin.unpinned", { count: done.changed.length }), () => {
                      pin.mutate(request(done.changed));
                    });
                  },
                });
              }}
            >
              {t("pin.unpin")}
            </Button>
            <Group wrap="nowrap">
              <Button variant="default" onClick={onClose}>
                {t("pin.cancel")}
              </Button>
              <Button
                type="submit"
                loading={isBusy}
                disabled={person.id === 0 || chosen?.assignable === 0}
              >
                {t("pin.action")}
              </Button>
            </Group>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
