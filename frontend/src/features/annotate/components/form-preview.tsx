import { Box } from "@mantine/core";
import { useReducer, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { blankQuestion, convertToFormat } from "@/components/question/blank-question";
import type { Command } from "@/lib/commands/types";
import type { Protocol } from "@/lib/protocol/protocol";
import { mayAddQuestion, type RecordContent } from "@/lib/protocol/record";

import { withEdit } from "../draft/edits";
import { focusField } from "../form/field-focus";
import { findMissingParts, type SectionId } from "../form/missing";
import type { PointedField } from "../form/pointer";
import { formatOfQuestionAt, GuidelineStrip } from "./guideline-strip";
import { ProgressLine } from "./progress-line";
import { RecordForm } from "./record-form";

/** The form as a preview: nothing is saved, and no shortcut is active. */
export function FormPreview({ protocol }: { protocol: Protocol }) {
  // Other fields or another form of questions start with an empty form.
  const shape = JSON.stringify([
    protocol.fields.map(({ id, kind }) => [id, kind]),
    protocol.questions,
    protocol.language,
  ]);
  return <Trial key={shape} protocol={protocol} />;
}

function Trial({ protocol }: { protocol: Protocol }) {
  const { t } = useTranslation("annotate");
  const form = useRef<HTMLDivElement>(null);
  const [content, edit] = useReducer(withEdit, protocol, blankRecord);
  const [current, setCurrent] = useState<SectionId | null>("labels");
  const [place, setPlace] = useState<PointedField | null>(null);
  const progress = findMissingParts(protocol, content);
  const go = (path: string) => {
    if (form.current) focusField(form.current, path);
  };
  const command = (
    name: "addQuestion" | "removeQuestion",
    enabled: boolean,
    run: () => void,
  ): Command => ({
    id: `preview.${name}`,
    scope: "preview",
    label: t(`commands.${name}`),
    keys: [],
    enabled,
    run,
  });
  return (
    <>
      <ProgressLine protocol={protocol} progress={progress} onGo={go} />
      <Box p="0 1rem">
        <RecordForm
          asked={false}
          ref={form}
          protocol={protocol}
          content={content}
          notes={new Map()}
          progress={progress}
          current={current}
          onEdit={edit}
          onType={edit}
          onEnter={setCurrent}
          onGo={go}
          onPlace={(at, by) => {
            if (by === "focus") setPlace(at);
          }}
          onNext={() => undefined}
          onRemoveQuestion={(uid) => {
            edit({ type: "removeQuestion", uid });
          }}
          addQuestion={command("addQuestion", mayAddQuestion(protocol, content), () => {
            edit({ type: "addQuestion", question: blankQuestion(protocol.questions) });
          })}
          removeQuestion={command("removeQuestion", true, () => undefined)}
        />
      </Box>
      <GuidelineStrip
        protocol={protocol}
        path={place?.path}
        choice={place?.choice}
        labels={content.labels}
        format={formatOfQuestionAt(content, place?.path)}
      />
    </>
  );
}

/** Initial questions: the fixed ones, and as many others as required. */
function blankRecord({ questions: rules, language }: Protocol): RecordContent {
  if (rules.written_by === "rule") {
    return { labels: {}, texts: {}, sentences: {}, questions: [] };
  }
  const fixed = rules.fixed.map(({ id, stem }) => ({
    ...convertToFormat({ ...blankQuestion(rules), fixed: id }, rules, rules.formats[0] ?? ""),
    stem: stem[language] ?? Object.values(stem).find(Boolean) ?? "",
  }));
  const others = Array.from({ length: Math.max(rules.minimum - fixed.length, 0) }, () =>
    blankQuestion(rules),
  );
  return { labels: {}, texts: {}, sentences: {}, questions: [...fixed, ...others] };
}
