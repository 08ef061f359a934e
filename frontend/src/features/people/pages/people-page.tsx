import { Box, Title } from "@mantine/core";
import { useSuspenseQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { agreementOptions } from "@/components/agreement/agreement";
import { AgreementDots } from "@/components/agreement/agreement-dots";
import { StatisticsNote } from "@/components/statistics-note";
import { TextWithTerms } from "@/components/glossary/with-terms";
import { useRolesToInvite } from "@/components/invite/invite";
import { InviteButton } from "@/components/invite/invite-button";
import { MutedNote } from "@/components/layout/primitives";
import { PageHeader } from "@/components/page-header";
import { useLocale } from "@/lib/i18n/use-locale";
import { labelFields } from "@/lib/protocol/protocol";
import { useProtocol } from "@/lib/protocol/use-protocol";
import { AppLink } from "@/lib/routing/app-link";
import { useProject } from "@/lib/session/project";

import { AssignmentTable } from "../components/assignment-table";
import { ExportFiles } from "../components/files";
import { Invitations } from "../components/invitations";
import { Members } from "../components/members";
import { WorkTable } from "../components/work-table";
import classes from "./people-page.module.css";

const LIVE_MS = 15_000;

/** Agreement, work by person, members and invitations. */
export function PeoplePage() {
  const { t } = useTranslation("people");
  const { pick } = useLocale();
  const { slug } = useProject();
  const mayInvite = useRolesToInvite().length > 0;
  const fields = labelFields(useProtocol(slug));
  const { data: rows } = useSuspenseQuery({
    ...agreementOptions(slug),
    refetchInterval: LIVE_MS,
  });
  return (
    <>
      <PageHeader title={t("title")} lead={t("lead")} actions={<InviteButton />} />
      <section aria-labelledby="agreement" className={classes.part}>
        <Title order={2} id="agreement">
          <TextWithTerms text={t("agreement.title")} />
        </Title>
        <MutedNote mt="0.25rem" mb="md">
          {t("agreement.lead")}
        </MutedNote>
        <StatisticsNote slug={slug} />
        {rows.some(({ agreement }) => agreement.used > 0) ? (
          <>
            <AgreementDots
              detailed
              rows={rows}
              titleOf={(id) => pick(fields.find((field) => field.id === id)?.title) || id}
            />
            <Box component="p" mt="sm">
              <AppLink to={{ page: "agreement" }}>{t("agreement.more")}</AppLink>
            </Box>
          </>
        ) : (
          <p>{t("agreement.none")}</p>
        )}
      </section>
      <section aria-labelledby="work" className={classes.part}>
        <Title order={2} id="work">
          {t("work.title")}
        </Title>
        <MutedNote mt="0.25rem" mb="md">
          <TextWithTerms text={t("work.lead")} />
        </MutedNote>
        <WorkTable slug={slug} />
      </section>
      <section aria-labelledby="assignment" className={classes.part}>
        <Title order={2} id="assignment">
          {t("assignment.title")}
        </Title>
        <MutedNote mt="0.25rem" mb="md">
          {t("assignment.lead")}
        </MutedNote>
        <AssignmentTable slug={slug} />
      </section>
      <section aria-labelledby="files" className={classes.part}>
        <Title order={2} id="files">
          {t("files.title")}
        </Title>
        <MutedNote mt="0.25rem" mb="md">
          {t("files.lead")}
        </MutedNote>
        <ExportFiles slug={slug} />
      </section>
      <section aria-labelledby="members" className={classes.part}>
        <Title order={2} id="members">
          {t("members.title")}
        </Title>
        <Members slug={slug} />
      </section>
      {mayInvite && (
        <section aria-labelledby="invitations" className={classes.part}>
          <Title order={2} id="invitations">
            {t("invitations.title")}
          </Title>
          <MutedNote mt="0.25rem" mb="md">
            {t("invitations.lead")}
          </MutedNote>
          <Invitations slug={slug} />
        </section>
      )}
    </>
  );
}
