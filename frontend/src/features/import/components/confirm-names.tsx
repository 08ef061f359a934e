import { Button, Title } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import {
  ArchiveNames,
  type Encodings,
  type NameReading,
} from "@/components/archive-names/archive-names";

import classes from "./confirm-names.module.css";

/** Before an import: the file names in archives whose encoding is a guess. */
export function ConfirmNames({
  readings,
  onConfirm,
  onCancel,
}: {
  readings: readonly NameReading[];
  onConfirm: (encodings: Encodings) => void;
  onCancel: () => void;
}) {
  const { t } = useTranslation("import");
  const [chosen, setChosen] = useState<Encodings>(() =>
    Object.fromEntries(readings.map(({ archive, encoding }) => [archive, encoding])),
  );
  return (
    <section className={classes.confirm} aria-labelledby="confirm-names">
      <Title order={2} id="confirm-names">
        {t("names.title")}
      </Title>
      <p className={classes.lead}>{t("names.lead")}</p>
      <ArchiveNames readings={readings} value={chosen} onChange={setChosen} />
      <div className={classes.buttons}>
        <Button
          onClick={() => {
            onConfirm(chosen);
          }}
        >
          {t("upload.import")}
        </Button>
        <Button variant="default" onClick={onCancel}>
          {t("names.cancel")}
        </Button>
      </div>
    </section>
  );
}
