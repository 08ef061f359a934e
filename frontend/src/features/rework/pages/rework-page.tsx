import { Box, Textarea, UnstyledButton } from "@mantine/core";
import { useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { WorkingBar, WorkingPage, WorkingScroll } from "@/components/layout/working-page";
import { PlacedImages } from "@/components/question/placed-images";
import { ItemImages } from "@/components/image/item-images";
import { ProblemAlert } from "@/components/problem-alert";
import { AskQuestion } from "@/components/talk/ask-question";
import { ItemTalk } from "@/components/talk/item-talk";
import { $api } from "@/lib/api/client";
import { itemName } from "@/lib/api/item-name";
import { isProblem } from "@/lib/api/problem";
import { CommandButton } from "@/lib/commands/command-button";
import { useCommands } from "@/lib/commands/use-commands";
import { useProtocol } from "@/lib/protocol/use-protocol";
import { AppLink } from "@/lib/routing/app-link";
import { useGoToPage } from "@/lib/routing/use-go";
import { useToasts } from "@/lib/toasts/use-toasts";

import { reworkOptions } from "../api";
import { changesToSubmit, isChanged, isReady, initialEdits, type QuestionEdits } from "../changes";
import { reworkCommands } from "../commands";
import { ReworkQuestionCard } from "../components/rework-question";
import { ReturnReasons } from "../components/why-back";
import classes from "../components/rework.module.css";

const route = getRouteApi("/signed-in/projects/$slug/rework/$id");

/** One returned item: the reason, and its questions to change. */
export function ReworkPage() {
  const { t } = useTranslation(["rework", "common"]);
  const { slug, id } = route.useParams();
  const given = useSuspenseQuery(reworkOptions(slug, Number(id))).data;
  const { questions: rules } = useProtocol(slug);
  const queries = useQueryClient();
  const toasts = useToasts();
  const go = useGoToPage();
  const [edits, setEdits] = useState<QuestionEdits>(() => initialEdits(given));
  const [note, setNote] = useState("");

  const submit = $api.useMutation("post", "/api/projects/{slug}/rework/{case_id}/submit/", {
    onSuccess: ({ status }) => {
      toasts.done(t(status === "dropped" ? "doneDropped" : "done", { number: itemName(given) }));
      queries.removeQueries({ queryKey: reworkOptions(slug, given.id).queryKey });
      go({ page: "rework" });
    },
  });
  const changes = changesToSubmit(given, edits);
  const problem = isProblem(submit.error) ? submit.error.fieldErrors : {};
  const commands = useCommands(reworkCommands, {
    submit: {
      run: () => {
        submit.mutate({
          params: { path: { slug, case_id: given.id } },
          body: { questions: changes, note: note.trim() },
        });
      },
      enabled: isReady(given, edits, rules) && note.trim() !== "" && !submit.isPending,
    },
  });
  const dropsAll =
    given.questions.length > 0 && given.questions.every(({ uid }) => edits[uid] === null);

  return (
    <PlacedImages images={given.images}>
      <WorkingPage
        columns="minmax(0, 52fr) minmax(30rem, 48fr)"
        image={<ItemImages images={given.images} number={itemName(given)} />}
      >
        <WorkingScroll gap="1.5rem" padding="0 1.25rem 1.5rem 3px" narrowPadding="0 1rem 1.5rem">
          <div>
            <AppLink to={{ page: "rework" }} className={classes.back}>
              {t("back")}
            </AppLink>
            <Box component="h1" m="0.25rem 0 0" fz="1.3125rem" fw={600}>
              {t("common:item.numbered", { number: itemName(given) })}
            </Box>
          </div>
          <ReturnReasons slug={slug} given={given} />
          <ItemTalk slug={slug} item={given} />
          {given.questions.map((question, index) => (
            <ReworkQuestionCard
              key={question.uid}
              slug={slug}
              number={index + 1}
              question={question}
              value={edits[question.uid]}
              rules={rules}
              onChange={(value) => {
                setEdits({ ...edits, [question.uid]: value });
              }}
            />
          ))}
          <Textarea
            label={t("note.label")}
            description={t("note.why")}
            required
            autosize
            minRows={2}
            value={note}
            error={problem["note"]}
            onChange={(event) => {
              setNote(event.currentTarget.value);
            }}
          />
          {dropsAll && (
            <Box component="p" m={0} c="var(--warn)">
              {t("dropsAll")}
            </Box>
          )}
          {submit.error && (
            <ProblemAlert
              error={submit.error}
              onRetry={
                isProblem(submit.error, 409)
                  ? () => {
                      go({ page: "rework" });
                    }
                  : undefined
              }
            />
          )}
        </WorkingScroll>
        <WorkingBar padding="0.75rem 1.25rem 0.75rem 3px" ruled>
          <UnstyledButton
            className={classes.reset}
            disabled={!given.questions.some((one) => isChanged(one, edits[one.uid]))}
            onClick={() => {
              setEdits(initialEdits(given));
            }}
          >
            {t("reset")}
          </UnstyledButton>
          <AskQuestion slug={slug} about={{ case: given.id }} />
          <CommandButton command={commands.submit} loading={submit.isPending} />
        </WorkingBar>
      </WorkingPage>
    </PlacedImages>
  );
}
