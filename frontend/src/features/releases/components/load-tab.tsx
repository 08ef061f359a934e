import { Stack, Text, Title } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { CodeCopy } from "@/components/code-copy";
import { useProject } from "@/lib/session/project";

import type { Release } from "../api";

/** How to load the folder and verify it. */
export function LoadTab({ release: { version, manifest_sha256: hash } }: { release: Release }) {
  const { t } = useTranslation("releases");
  const { slug } = useProject();
  const folder = `${slug}-${version}`;
  const parts = [
    [
      "datasets",
      `from datasets import load_dataset\n\ndataset = load_dataset("./${folder}")\nprint(dataset["test"][0])`,
    ],
    [
      "vlmevalkit",
      `LMUData=$PWD/${folder}/vlmevalkit python run.py --data NAME --model MODEL --judge exact_matching`,
    ],
    [
      "lmms_eval",
      `cd ${folder} && python -m lmms_eval --include_path lmms_eval --tasks NAME --model MODEL`,
    ],
    [
      "inspect",
      `from inspect_ai.dataset import json_dataset\n\nsamples = json_dataset("${folder}/inspect/test.jsonl")`,
    ],
    [
      "croissant",
      `import mlcroissant\n\ndataset = mlcroissant.Dataset(jsonld="${folder}/croissant.json")\nfor record in dataset.records("test"):\n    print(record)`,
    ],
    ["sums", `cd ${folder} && sha256sum -c SHA256SUMS`],
    ["hash", `echo "${hash ?? ""}  ${folder}/manifest.json" | sha256sum -c`],
    ["verify", `python manage.py release_verify ${folder}`],
  ] as const;
  return (
    <Stack gap="xl">
      <Text>{t("load.unpack", { folder })}</Text>
      {parts.map(([key, code]) => (
        <section key={key}>
          <Title order={2} size="h3" mb="xs">
            {t(`load.${key}`)}
          </Title>
          <CodeCopy label={t(`load.${key}`)}>{code}</CodeCopy>
        </section>
      ))}
    </Stack>
  );
}
