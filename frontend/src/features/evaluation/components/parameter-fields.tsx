import { NativeSelect, SimpleGrid, Stack, Text, Textarea, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { LOCAL_PARAMETERS, type ParameterDraft, PARAMETERS } from "../parameters";

type Name = keyof ParameterDraft;

export interface ParameterFieldsProps {
  /** Value, change and error of the field of a parameter. */
  inputProps: (name: Name) => object;
  /** Only the parameters of models on the worker's own GPU. */
  local?: boolean;
  /** Where the values of empty fields come from. */
  lead: string;
}

const CHOICES = {
  seed: ["none"],
  tokens_field: ["max_tokens", "max_completion_tokens"],
  stream: ["true", "false"],
} as const;

/** Fields of the request parameters; an empty one leaves the setting's value. */
export function ParameterFields({ inputProps, local = false, lead }: ParameterFieldsProps) {
  const { t } = useTranslation("evaluation");
  const names = PARAMETERS.filter((name) => !local || LOCAL_PARAMETERS.includes(name));
  return (
    <Stack gap="xs" mt="xs">
      <Text c="dimmed">{lead}</Text>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
        {names
          .filter((name) => name !== "extra_body")
          .map((name) =>
            name in CHOICES ? (
              <NativeSelect
                key={name}
                label={t(`parameters.${name}`)}
                description={t(`parameters.hint.${name}`)}
                data={[
                  { value: "", label: t(`parameters.default.${name as keyof typeof CHOICES}`) },
                  ...CHOICES[name as keyof typeof CHOICES].map((value) => ({
                    value,
                    label:
                      value === "none" || value === "true" || value === "false"
                        ? t(`parameters.choice.${value}`)
                        : value,
                  })),
                ]}
                {...inputProps(name)}
              />
            ) : (
              <TextInput
                key={name}
                label={t(`parameters.${name}`)}
                description={t(`parameters.hint.${name}`)}
                {...inputProps(name)}
              />
            ),
          )}
      </SimpleGrid>
      {!local && (
        <Textarea
          label={t("parameters.extra_body")}
          description={t("parameters.hint.extra_body")}
          placeholder='{"top_k": 20}'
          autosize
          minRows={2}
          {...inputProps("extra_body")}
        />
      )}
    </Stack>
  );
}
