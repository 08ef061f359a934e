import { Title } from "@mantine/core";
import { useSuspenseQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { agreementOptions } from "@/components/agreement/agreement";
import { AgreementDots } from "@/components/agreement/agreement-dots";
import { FiguresNote } from "@/components/figures-note";
import { WithTerms } from "@/components/glossary/with-terms";
import { useRolesToInvite } from "@/components/invite/invite";
import { InviteButton } from "@/components/invite/invite-button";
import { PageHeader } from "@/components/page-header";
import { useLocale } from "@/lib/i18n/use-locale";
import { labelFields } from "@/lib/protocol/protocol";
import { useProtocol } from "@/lib/protocol/use-protocol";
import { AppLink } from "@/lib/routing/app-link";
import { useProject } from "@/lib/session/project";

import { AssignmentTable } from "../components/assignment-table";
import { Files } from "../components/files";
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
          <WithTerms text={t("agreement.title")} />
        </Title>
        <p className={classes.lead}>{t("agreement.lead")}</p>
        <FiguresNote slug={slug} />
        {rows.some(({ agreement }) => agreement.used > 0) ? (
          <>
            <AgreementDots
              detailed
              rows={rows}
              titleOf={(id) => pick(fields.find((field) => field.id === id)?.title) || id}
            />
            <p className={classes.more}>
              <AppLink to={{ page: "agreement" }}>{t("agreement.more")}</AppLink>
            </p>
          </>
        ) : (
          <p>{t("agreement.none")}</p>
        )}
      </section>
      <section aria-labelledby="work" className={classes.part}>
        <Title order={2} id="work">
          {t("work.title")}
        </Title>
        <p className={classes.lead}>
          <WithTerms text={t("work.lead")} />
        </p>
        <WorkTable slug={slug} />
      </section>
      <section aria-labelledby="assignment" className={classes.part}>
        <Title order={2} id="assignment">
          {t("assignment.title")}
        </Title>
        <p className={classes.lead}>{t("assignment.lead")}</p>
        <AssignmentTable slug={slug} />
      </section>
      <section aria-labelledby="files" className={classes.part}>
        <Title order={2} id="files">
          {t("files.title")}
        </Title>
        <p className={classes.lead}>{t("files.lead")}</p>
        <Files slug={slug} />
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
          <p className={classes.lead}>{t("invitations.lead")}</p>
          <Invitations slug={slug} />
        </section>
      )}
    </>
  );
}
