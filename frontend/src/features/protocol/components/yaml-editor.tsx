import { IconAlertTriangle } from "@tabler/icons-react";
import { Fragment, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import type { LocatedProblem } from "../locate";
import classes from "./yaml-editor.module.css";

export interface YamlEditorProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  complaints: readonly LocatedProblem[];
}

const LINE_PX = 22;

/** A text area with line numbers; problems are beside their lines. */
export function YamlEditor({ label, value, onChange, complaints }: YamlEditorProps) {
  const { t } = useTranslation("protocol");
  const area = useRef<HTMLTextAreaElement>(null);
  const [scrolled, setScrolled] = useState(0);
  const count = value.split("\n").length;
  const byLine = new Map<number, LocatedProblem>();
  for (const one of complaints) {
    if (one.line !== null && !byLine.has(one.line)) byLine.set(one.line, one);
  }

  const goTo = (line: number) => {
    const target = area.current;
    if (!target) return;
    const start = value
      .split("\n")
      .slice(0, line - 1)
      .join("\n").length;
    target.focus();
    target.setSelectionRange(line === 1 ? 0 : start + 1, line === 1 ? 0 : start + 1);
    target.scrollTop = Math.max(0, (line - 4) * LINE_PX);
  };

  // The first problem is scrolled into view.
  const firstLine = complaints.find(({ line }) => line !== null)?.line;
  useEffect(() => {
    const target = area.current;
    if (target && firstLine) target.scrollTop = Math.max(0, (firstLine - 4) * LINE_PX);
  }, [firstLine, complaints]);

  return (
    <div>
      {complaints.length > 0 && (
        <div className={classes.complaints} role="alert">
          <p className={classes.summary}>
            <IconAlertTriangle size={20} aria-hidden="true" />
            {t("edit.complaints", { count: complaints.length })}
          </p>
          <ul>
            {complaints.map(({ line, path, reason }) => (
              <li key={`${path}-${reason}`}>
                {line !== null && (
                  <button
                    type="button"
                    className={classes.jump}
                    onClick={() => {
                      goTo(line);
                    }}
                  >
                    {t("edit.line", { line })}
                  </button>
                )}{" "}
                {path && <code>{path}</code>} {reason}
              </li>
            ))}
          </ul>
        </div>
      )}
      <div className={classes.editor} style={{ "--row": `${String(LINE_PX)}px` }}>
        <div className={classes.gutter} aria-hidden="true">
          <div style={{ translate: `0 ${String(-scrolled)}px` }}>
            {Array.from({ length: count }, (_, at) => (
              <span
                key={at}
                className={classes.number}
                data-wrong={byLine.has(at + 1) || undefined}
              >
                {at + 1}
              </span>
            ))}
          </div>
        </div>
        <div className={classes.page}>
          <textarea
            ref={area}
            className={classes.area}
            aria-label={label}
            aria-invalid={complaints.length > 0}
            value={value}
            spellCheck={false}
            autoCapitalize="off"
            autoCorrect="off"
            wrap="off"
            onChange={(event) => {
              onChange(event.currentTarget.value);
            }}
            onScroll={(event) => {
              setScrolled(event.currentTarget.scrollTop);
            }}
          />
          <div className={classes.notes} aria-hidden="true">
            {[...byLine].map(([line, { reason }]) => {
              const top = (line - 1) * LINE_PX - scrolled;
              return (
                <Fragment key={line}>
                  <span className={classes.wrongLine} style={{ top }} />
                  <span className={classes.beside} style={{ top }}>
                    {reason}
                  </span>
                </Fragment>
              );
            })}
          </div>
        </div>
      </div>
    </div>
  );
}
