import { Skeleton, Title } from "@mantine/core";
import { useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { FilterProgress } from "@/components/filters/filter-progress";
import { RunFiltersButton } from "@/components/filters/run-filters";
import { useFilters } from "@/components/filters/use-filters";
import { PageHeader } from "@/components/page-header";
import { ShowMore } from "@/components/show-more";
import { loadedRows } from "@/lib/api/keyset";
import { useRefreshAfter } from "@/lib/jobs/jobs";

import { sourcesOptions, useImports } from "../api";
import { ImportForm } from "../components/import-form";
import { ImportResult } from "../components/import-result";
import { SourceList } from "../components/source-list";
import classes from "./import-page.module.css";

const route = getRouteApi("/signed-in/projects/$slug/import");

export function ImportPage() {
  const { t } = useTranslation(["import", "common"]);
  const { slug } = route.useParams();
  const { where = "files" } = route.useSearch();
  const navigate = route.useNavigate();
  const filters = useFilters(slug);
  const { data: sources } = useSuspenseQuery(sourcesOptions(slug));
  const list = useImports(slug);
  const imports = loadedRows(list.data);
  useRefreshAfter(list.data && imports);
  return (
    <>
      <PageHeader
        title={t("title")}
        lead={t("lead")}
        actions={
          imports.length > 0 && (
            <RunFiltersButton filters={filters} variant={filters.job ? "default" : "filled"} />
          )
        }
      />
      <FilterProgress filters={filters} />
      {list.isPending ? (
        // The list decides what is above the form, which must not move away from the
        // pointer.
        <Skeleton height={480} />
      ) : (
        <>
          {imports.length === 0 && <Chain />}
          <ImportForm
            slug={slug}
            where={where}
            onWhere={(next) => {
              void navigate({ search: next === "files" ? {} : { where: next }, replace: true });
            }}
          />
          {imports.length > 0 && (
            <section className={classes.section}>
              <Title order={2} mb="0.9rem">
                {t("imports")}
              </Title>
              {imports.map((job, index) => (
                <ImportResult
                  key={job.id}
                  slug={slug}
                  job={job}
                  source={sources.find(({ id }) => id === job.source_id)?.name ?? ""}
                  noWorker={filters.noWorker}
                  opened={index === 0}
                />
              ))}
              <ShowMore list={list} />
            </section>
          )}
          {sources.length > 0 && (
            <section className={classes.section}>
              <Title order={2} mb="0.9rem">
                {t("sources")}
              </Title>
              <SourceList slug={slug} sources={sources} />
            </section>
          )}
        </>
      )}
    </>
  );
}

const STEPS = ["import", "filters", "screening", "annotation", "review", "release"] as const;

/** Before the first import: what happens to the imported images. */
function Chain() {
  const { t } = useTranslation("import");
  return (
    <section className={classes.section} aria-label={t("chain.title")}>
      <Title order={2} mb="0.9rem">
        {t("chain.title")}
      </Title>
      <ol className={classes.chain}>
        {STEPS.map((step) => (
          <li key={step}>
            <strong>{t(`chain.${step}.title`)}</strong> {t(`chain.${step}.text`)}
          </li>
        ))}
      </ol>
    </section>
  );
}
