import { Box } from "@mantine/core";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";

import { MutedNote } from "@/components/layout/primitives";
import { useLocale } from "@/lib/i18n/use-locale";

import { countChanges, lineDiff } from "../line-diff";
import classes from "./line-diff-view.module.css";

const SIGNS = { same: "", deleted: "−", inserted: "+" } as const;

/** Differences of two documents line by line, with context. */
export function LineDiffView({ before, after }: { before: string; after: string }) {
  const { t } = useTranslation("protocol");
  const { format } = useLocale();
  const hunks = useMemo(() => lineDiff(before, after), [before, after]);
  const { inserted, deleted } = countChanges(hunks);
  if (hunks.length === 0) return <MutedNote mb="0.5rem">{t("diff.none")}</MutedNote>;
  return (
    <Box component="figure" m={0}>
      <Box component="figcaption" m="0 0 0.5rem" c="dimmed">
        {t("diff.count", { inserted: format.number(inserted), deleted: format.number(deleted) })}
      </Box>
      {hunks.map((hunk, at) => (
        // Lines may be wider than the page: the block scrolls, by keyboard too.
        <div
          key={at}
          className={classes.hunk}
          // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
          role="group"
          aria-label={t("diff.piece", { number: at + 1 })}
        >
          <table>
            <tbody>
              {hunk.map((line) => (
                <tr key={`${String(line.before)}-${String(line.after)}`} data-kind={line.kind}>
                  <td className={classes.number}>{line.before}</td>
                  <td className={classes.number}>{line.after}</td>
                  <td className={classes.sign}>{SIGNS[line.kind]}</td>
                  <td className={classes.text}>
                    {line.kind === "inserted" ? (
                      <ins>{line.text}</ins>
                    ) : line.kind === "deleted" ? (
                      <del>{line.text}</del>
                    ) : (
                      line.text
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ))}
    </Box>
  );
}
