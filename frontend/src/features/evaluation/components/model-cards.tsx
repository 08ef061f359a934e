import { Button, Modal, Stack, TextInput, Title } from "@mantine/core";
import { IconPencil } from "@tabler/icons-react";
import { useSuspenseQuery } from "@tanstack/react-query";
import { type ChangeEvent, useState } from "react";
import { useTranslation } from "react-i18next";

import { ChipChoice } from "@/components/chip-choice";
import { DataTable } from "@/components/data-table";
import { ProblemAlert } from "@/components/problem-alert";
import { isProblem } from "@/lib/api/problem";

import { cardsOptions, type ModelCard, useSaveCard } from "../api-models";
import { toParameterDraft, parseParameters } from "../parameters";
import { ParameterFields } from "./parameter-fields";

const ACCESS = ["open", "closed", ""] as const;
const PARTS = [
  "short_name",
  "size",
  "vision_encoder",
  "projection",
  "language_model",
  "base_model",
] as const;
/** Fields with a hint. */
const HINTS = { short_name: "cards.hint.short_name", base_model: "cards.hint.base_model" } as const;
const OTHER_MODELS = "other-models";

/** Model cards: they group the rows of tables and are a table of their own. */
export function ModelCards({ slug }: { slug: string }) {
  const { t } = useTranslation("evaluation");
  const { data: cards } = useSuspenseQuery(cardsOptions(slug));
  const [edited, setEdited] = useState<ModelCard>();
  if (cards.length === 0) return null;
  return (
    <section aria-labelledby="cards">
      <Title order={2} size="h3" id="cards" mt="xl" mb="xs">
        {t("cards.title")}
      </Title>
      <p>{t("cards.lead")}</p>
      <DataTable
        caption={t("cards.title")}
        rows={cards}
        rowKey={({ model }) => model}
        columns={[
          { key: "model", header: t("model"), cell: ({ model }) => model },
          {
            key: "access",
            header: t("cards.access"),
            cell: ({ access }) => t(`cards.accesses.${access || "none"}`),
          },
          ...PARTS.map((part) => ({
            key: part,
            header: t(`cards.${part}`),
            cell: (card: ModelCard) => card[part] || "–",
          })),
          {
            key: "edit",
            header: "",
            cell: (card) => (
              <Button
                variant="subtle"
                size="compact-sm"
                leftSection={<IconPencil size={16} />}
                aria-label={t("cards.editOf", { model: card.model })}
                onClick={() => {
                  setEdited(card);
                }}
              >
                {t("cards.edit")}
              </Button>
            ),
          },
        ]}
      />
      {edited && (
        <CardForm
          key={edited.model}
          slug={slug}
          card={edited}
          others={cards.map(({ model }) => model).filter((model) => model !== edited.model)}
          onClose={() => {
            setEdited(undefined);
          }}
        />
      )}
    </section>
  );
}

interface CardFormProps {
  slug: string;
  card: ModelCard;
  /** Names of the other models, suggested as base model. */
  others: readonly string[];
  onClose: () => void;
}

function CardForm({ slug, card, others, onClose }: CardFormProps) {
  const { t } = useTranslation("evaluation");
  const [draft, setDraft] = useState(card);
  const [typed, setTyped] = useState(toParameterDraft(card.parameters));
  const save = useSaveCard();
  return (
    <Modal opened onClose={onClose} title={t("cards.editOf", { model: card.model })}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const body = { ...draft, parameters: parseParameters(typed) };
          save.mutate({ params: { path: { slug } }, body }, { onSuccess: onClose });
        }}
      >
        <Stack>
          <ChipChoice
            label={t("cards.access")}
            hint={draft.access === "" ? t("cards.hint.access") : undefined}
            options={ACCESS.map((access) => ({
              value: access,
              label: t(`cards.accesses.${access || "none"}`),
            }))}
            value={draft.access}
            onChange={(chosen) => {
              setDraft({ ...draft, access: ACCESS.find((one) => one === chosen) ?? "" });
            }}
          />
          {PARTS.map((part) => (
            <TextInput
              key={part}
              label={t(`cards.${part}`)}
              description={part in HINTS ? t(HINTS[part as keyof typeof HINTS]) : undefined}
              list={part === "base_model" ? OTHER_MODELS : undefined}
              value={draft[part] ?? ""}
              disabled={draft.access === ""}
              onChange={(event) => {
                setDraft({ ...draft, [part]: event.currentTarget.value });
              }}
            />
          ))}
          <datalist id={OTHER_MODELS}>
            {others.map((model) => (
              <option key={model} value={model} />
            ))}
          </datalist>
          <details>
            <summary>{t("parameters.title")}</summary>
            <ParameterFields
              lead={t("parameters.cardLead")}
              inputProps={(name) => ({
                value: typed[name],
                disabled: draft.access === "",
                error: isProblem(save.error) && save.error.fieldErrors[`parameters.${name}`],
                onChange: (event: ChangeEvent<HTMLInputElement>) => {
                  setTyped({ ...typed, [name]: event.currentTarget.value });
                },
              })}
            />
          </details>
          {save.error != null && <ProblemAlert error={save.error} />}
          <Button type="submit" loading={save.isPending}>
            {t("cards.save")}
          </Button>
        </Stack>
      </form>
    </Modal>
  );
}
