import { useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useMutation } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";

import { usePreload } from "@/components/image/use-preload";
import { saveState } from "@/lib/save-state/save-state";

import {
  type Answer,
  answerAndAsk,
  type NextQuestion,
  nextQuestionOptions,
  undoAnswer,
} from "../api";
import { NothingLeft } from "../components/nothing-left";
import { QuestionToAnswer } from "../components/question-to-answer";

const route = getRouteApi("/signed-in/projects/$slug/validate");

interface Given {
  place: number;
  answer: Answer;
}

/** Questions to answer without their key, one after the other. */
export function ValidatePage() {
  const { slug } = route.useParams();
  const queries = useQueryClient();
  const { data, refetch } = useSuspenseQuery(nextQuestionOptions(slug));
  const { place, progress, upcoming } = data;
  usePreload(upcoming.map(({ preview_url }) => preview_url));
  // The last answer, so that undoing does not lose it.
  const [last, setLast] = useState<Given | null>(null);
  const show = (next: NextQuestion) => {
    queries.setQueryData(nextQuestionOptions(slug).queryKey, next);
  };

  const answer = useMutation({
    mutationFn: (given: Given) => answerAndAsk(slug, given.place, given.answer),
    onMutate: () => {
      saveState.saving();
    },
    onSuccess: (next, given) => {
      saveState.saved();
      setLast(given);
      show(next);
    },
    onError: () => {
      saveState.failed(1);
    },
  });
  const undo = useMutation({ mutationFn: () => undoAnswer(slug), onSuccess: show });
  const reload = () => {
    answer.reset();
    undo.reset();
    void refetch();
  };
  const takeLastBack = () => {
    if (!undo.isPending) undo.mutate();
  };
  const error = answer.error ?? undo.error;

  if (!place) {
    return <NothingLeft progress={progress} onUndo={takeLastBack} onAsk={reload} error={error} />;
  }
  return (
    <QuestionToAnswer
      key={place.id}
      slug={slug}
      place={place}
      progress={progress}
      before={last?.place === place.id ? last.answer : undefined}
      pending={answer.isPending || undo.isPending}
      error={error}
      onReload={reload}
      onAnswer={(given) => {
        answer.mutate({ place: place.id, answer: given });
      }}
      onUndo={takeLastBack}
    />
  );
}
