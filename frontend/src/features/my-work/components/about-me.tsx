import { Flex } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { type Knowledge, myTermsOptions } from "@/components/knowledge/knowledge";
import { KnowledgeChoice } from "@/components/knowledge/knowledge-choice";
import { useKnowledgeNames } from "@/components/knowledge/use-knowledge-names";
import { MutedNote } from "@/components/layout/primitives";
import { ProblemAlert } from "@/components/problem-alert";
import { $api } from "@/lib/api/client";

/** The annotator's languages and skills, saved with each click. */
export function AboutMe({ slug }: { slug: string }) {
  const { t } = useTranslation("my-work");
  const queries = useQueryClient();
  const options = myTermsOptions(slug);
  const { data: terms, error } = useQuery(options);
  const nameOf = useKnowledgeNames(slug);
  const state = $api.useMutation("put", "/api/projects/{slug}/annotate/terms/", {
    // The current item may be another one now.
    meta: { outdates: ["/api/projects/{slug}/annotate/next/"] },
    onSuccess: (kept) => {
      queries.setQueryData(options.queryKey, kept);
    },
  });
  if (error) return <ProblemAlert error={error} />;
  if (!terms) return null;
  const said: Knowledge = state.isPending ? state.variables.body : terms;
  return (
    <Flex
      aria-labelledby="about-me"
      component="section"
      direction="column"
      gap="md"
      maw="68rem"
      m="2.5rem 0"
    >
      <div>
        <h2 id="about-me">{t("aboutMe.title")}</h2>
        <MutedNote mt="0.25rem">{t("aboutMe.lead")}</MutedNote>
        {terms.lacking.length > 0 && (
          <p>{t("aboutMe.lacking", { what: terms.lacking.map(nameOf).join(" · ") })}</p>
        )}
      </div>
      <KnowledgeChoice
        slug={slug}
        value={{ languages: said.languages, skills: said.skills }}
        onChange={(body) => {
          state.mutate({ params: { path: { slug } }, body });
        }}
      />
      <div role="status">{state.isSuccess && <p>{t("aboutMe.saved")}</p>}</div>
      {state.error && <ProblemAlert error={state.error} />}
      {terms.most_a_day !== null && <p>{t("aboutMe.day", { count: terms.most_a_day })}</p>}
      {terms.most_in_all !== null && <p>{t("aboutMe.all", { count: terms.most_in_all })}</p>}
    </Flex>
  );
}
