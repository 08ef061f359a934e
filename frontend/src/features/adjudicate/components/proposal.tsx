import { Box, Group } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { ProblemAlert } from "@/components/problem-alert";
import { FinalRecord } from "@/components/record/final-record";
import { $api } from "@/lib/api/client";
import { CommandButton } from "@/lib/commands/command-button";
import { useCommands } from "@/lib/commands/use-commands";
import { useProtocol } from "@/lib/protocol/use-protocol";
import { useToasts } from "@/lib/toasts/use-toasts";

import { caseOptions, CHANGES_QUEUE } from "../api";
import { agreeCommands } from "../commands";
import type { CaseDetail } from "../decision";
import classes from "./adjudicate.module.css";
import rows from "./record-rows.module.css";

interface ProposalProps {
  slug: string;
  given: CaseDetail;
  onDone: () => void;
}

/** A proposal for consensus, and the button to agree. */
export function Proposal({ slug, given, onDone }: ProposalProps) {
  const { t } = useTranslation("adjudicate");
  const protocol = useProtocol(slug);
  const queries = useQueryClient();
  const toasts = useToasts();
  const agree = $api.useMutation("post", "/api/projects/{slug}/cases/{case_id}/agree/", {
    meta: CHANGES_QUEUE,
    onSuccess: (changed) => {
      queries.setQueryData(caseOptions(slug, given.id).queryKey, changed);
      const word = changed.status === "dropped" ? "dropped" : "agreed";
      toasts.done(t(`together.${word}`, { number: given.item_number }));
      onDone();
    },
  });
  const commands = useCommands(agreeCommands, {
    agree: {
      run: () => {
        agree.mutate({
          params: { path: { slug, case_id: given.id } },
          body: { version: given.version },
        });
      },
      enabled: given.may_decide && !agree.isPending,
    },
  });
  const { proposal } = given;
  if (!proposal) return null;
  return (
    <section className={classes.proposal} aria-label={t("together.proposal")}>
      <Box component="h2" m={0} fz="1.0625rem">
        {t(proposal.discard ? "together.proposesToDiscard" : "together.proposes", {
          letter: proposal.by,
        })}
      </Box>
      {proposal.discard && <p>{proposal.discard}</p>}
      {proposal.record && <FinalRecord protocol={protocol} record={proposal.record} />}
      {agree.error && <ProblemAlert error={agree.error} />}
      {given.may_decide ? (
        <Group>
          <CommandButton command={commands.agree} loading={agree.isPending} />
          <span className={rows.origin}>{t("together.orAnother")}</span>
        </Group>
      ) : (
        <p className={rows.origin}>
          {t("together.waits", { letters: proposal.agreed.join(", ") })}
        </p>
      )}
    </section>
  );
}
