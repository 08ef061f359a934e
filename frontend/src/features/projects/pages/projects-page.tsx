import { Button, Group } from "@mantine/core";
import { IconChevronRight, IconFolderOpen } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { EmptyState } from "@/components/empty-state";
import { MutedText } from "@/components/layout/primitives";
import { RuledList } from "@/components/layout/ruled-list";
import { PageHeader } from "@/components/page-header";
import { hasRight, useUser } from "@/lib/session/session";

import { ProjectProgress } from "../components/project-progress";
import classes from "./projects-page.module.css";

export function ProjectsPage() {
  const { t } = useTranslation(["projects", "common"]);
  const { memberships, makes_projects: makesProjects } = useUser();
  const newProject = makesProjects && (
    <Group gap="xs">
      <Button variant="default" renderRoot={(props) => <Link to="/audits" {...props} />}>
        {t("audit")}
      </Button>
      <Button renderRoot={(props) => <Link to="/new-project" {...props} />}>
        {t("new.title")}
      </Button>
    </Group>
  );
  if (memberships.length === 0) {
    return (
      <>
        <PageHeader title={t("title")} />
        <EmptyState
          icon={<IconFolderOpen size={40} stroke={1.4} />}
          title={t("empty.title")}
          action={newProject}
        >
          {t(makesProjects ? "empty.textForStaff" : "empty.text")}
        </EmptyState>
      </>
    );
  }
  return (
    <>
      <PageHeader title={t("title")} lead={t("lead")} actions={newProject} />
      <RuledList maw="60rem">
        {memberships.map(({ project, role }) => (
          <li key={project.slug}>
            <Link to="/projects/$slug" params={{ slug: project.slug }} className={classes.project}>
              <span className={classes.words}>
                <span className={classes.name}>{project.name}</span>
                <MutedText>
                  {project.archived && `${t("archived")} · `}
                  {t(`common:role.${role}`)} · {t(`common:work.${role}`)}
                </MutedText>
              </span>
              {hasRight(role, "organize") && <ProjectProgress slug={project.slug} />}
              <IconChevronRight size={20} aria-hidden="true" />
            </Link>
          </li>
        ))}
      </RuledList>
    </>
  );
}
