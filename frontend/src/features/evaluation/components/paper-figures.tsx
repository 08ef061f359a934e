import { Button, Group } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useSuspenseQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { FIGURE_FORMS, figuresOptions, figureUrl, type TablePrintOptions } from "../api-scores";
import classes from "./paper-figures.module.css";

/** The charts of a release as printed, with their numbers. */
export function PaperFigures({
  slug,
  version,
  printing,
}: {
  slug: string;
  version: string;
  printing: TablePrintOptions;
}) {
  const { t } = useTranslation("evaluation");
  const { data: figures } = useSuspenseQuery(figuresOptions(slug, version, printing));
  if (figures.length === 0) return null;
  return (
    <section aria-labelledby="figures" className={classes.figures}>
      <h2 id="figures">{t("figures.title")}</h2>
      {figures.map(({ id, title, drawable }) => (
        <figure key={id} className={classes.figure}>
          {drawable ? (
            <img src={figureUrl(slug, version, id, "svg", printing)} alt={title} />
          ) : (
            <p>
              {title}. {t("tables.notDrawn")}
            </p>
          )}
          <Group>
            {FIGURE_FORMS.filter((form) => drawable || form === "csv").map((form) => (
              <Button
                key={form}
                component="a"
                variant="default"
                href={figureUrl(slug, version, id, form, printing)}
                download
                aria-label={`${title}: ${t(`figures.${form}`)}`}
                leftSection={<IconDownload size={18} />}
              >
                {t(`figures.${form}`)}
              </Button>
            ))}
          </Group>
        </figure>
      ))}
    </section>
  );
}
