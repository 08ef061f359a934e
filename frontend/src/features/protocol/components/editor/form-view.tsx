import { Tabs } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { useEditor } from "../../form/editor";
import { FORM_PARTS, formPartOfPath } from "../../form/hints";
import type { Schema } from "../../form/schema";
import classes from "./editor.module.css";
import { ObjectControls } from "./entries";

/** The document as a form, one part at a time. */
export function FormView() {
  const { t } = useTranslation("protocol");
  const { problems, schema } = useEditor();
  const [part, setPart] = useState("about");
  const shown = FORM_PARTS.find(({ id }) => id === part) ?? FORM_PARTS[0];
  const wrongIn = (id: string) => [...problems].filter(([path]) => formPartOfPath(path) === id);
  return (
    <div>
      <Tabs
        mb="1.5rem"
        value={part}
        onChange={(next) => {
          setPart(next ?? "about");
        }}
      >
        <Tabs.List>
          {FORM_PARTS.map(({ id }) => (
            <Tabs.Tab
              key={id}
              value={id}
              rightSection={
                wrongIn(id).length > 0 && (
                  <span className={classes.wrong}>
                    {t("editor.wrong", { count: wrongIn(id).length })}
                  </span>
                )
              }
            >
              {t(`sheet.${id}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={part} pt="lg">
          {shown && (
            <div className={classes.form}>
              {wrongIn(part).length > 0 && (
                <div role="alert">
                  <ul className={classes.problems}>
                    {wrongIn(part).map(([path, reason]) => (
                      <li key={path}>
                        {path && <code>{path}</code>} {reason}
                      </li>
                    ))}
                  </ul>
                </div>
              )}
              <ObjectControls key={part} node={partOfSchema(schema, shown.keys)} />
            </div>
          )}
        </Tabs.Panel>
      </Tabs>
    </div>
  );
}

/** The schema of the document with only these keys. */
function partOfSchema({ properties = {} }: Schema, keys: readonly string[]): Schema {
  return { properties: Object.fromEntries(keys.map((key) => [key, properties[key] ?? {}])) };
}
