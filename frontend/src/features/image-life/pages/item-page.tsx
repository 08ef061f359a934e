import { Box, Button, Flex, Title } from "@mantine/core";
import { useQueries, useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import type { CSSProperties, ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { PlainList } from "@/components/layout/primitives";
import { PageHeader } from "@/components/page-header";
import { ItemImages } from "@/components/image/item-images";
import { FinalRecord } from "@/components/record/final-record";
import { Badge, StatusBadge } from "@/components/status-badge";
import { ItemTalk } from "@/components/talk/item-talk";
import { ThreadList } from "@/components/talk/thread-list";
import { useItemThreads } from "@/components/talk/threads";
import { PlacedImages } from "@/components/question/placed-images";
import { useProtocol } from "@/lib/protocol/use-protocol";
import { usePageTitle } from "@/lib/routing/page-title";
import { AppLink } from "@/lib/routing/app-link";
import { IconCircleDashed, IconTag } from "@tabler/icons-react";

import { caseOptions, imageOptions, type ItemDetails, itemOptions } from "../api";
import { AskedQuestion } from "../components/asked-question";
import { ItemReleases } from "../components/item-releases";
import { FullHistory } from "../components/life";
import { Submissions } from "../components/submissions";
import classes from "./image-page.module.css";

const route = getRouteApi("/signed-in/projects/$slug/items/$number");

/** Everything about one item, by its number. */
export function ItemPage() {
  const { t } = useTranslation("image-life");
  const { slug, number } = route.useParams();
  const details = useSuspenseQuery(itemOptions(slug, number)).data;
  const { item, questions, tags } = details;
  const threads = useItemThreads(slug, { item_number: item.number });
  const images = useQueries({ queries: item.images.map(({ id }) => imageOptions(slug, id)) });
  const [first] = item.images;
  usePageTitle(t("item.name", { number: item.number }));

  return (
    <PlacedImages images={item.images}>
      <PageHeader
        back={<AppLink to={{ page: "items" }}>{t("item.back")}</AppLink>}
        title={
          <Flex component="span" gap="sm" align="center" wrap="wrap">
            {t("item.name", { number: item.number })}
            <State details={details} />
            {tags.map((tag) => (
              <Badge key={tag} tone="neutral" icon={IconTag}>
                {tag}
              </Badge>
            ))}
          </Flex>
        }
        actions={<CaseLink details={details} />}
      />
      <div className={classes.columns}>
        <div
          className={classes.picture}
          style={{ "--ratio": first ? first.width / first.height : 1 } as CSSProperties}
        >
          <ItemImages images={item.images} number={item.number} />
        </div>
        <div className={classes.words}>
          <Part title={t("item.record")}>
            <Decided slug={slug} details={details} />
          </Part>
          <Part title={t("item.submissions")}>
            <Submissions slug={slug} details={details} />
          </Part>
          <Part title={t("item.questions")}>
            {questions.length === 0 ? (
              <Box component="p" m="0 0 0.75rem">
                {t("item.noQuestions")}
              </Box>
            ) : (
              questions.map((asked) => (
                <AskedQuestion key={asked.question.uid} slug={slug} asked={asked} />
              ))
            )}
          </Part>
          <Part title={t("item.threads")}>
            {threads.length > 0 && <ThreadList threads={threads} />}
            <ItemTalk slug={slug} itemId={item.id} item={{ item_number: item.number }} noteOnly />
          </Part>
          <Part title={t("item.releases")}>
            <ItemReleases slug={slug} details={details} />
          </Part>
          <Part title={t("item.files")}>
            <PlainList>
              {item.images.map(({ id }, index) => (
                <li key={id}>
                  <AppLink to={{ page: "image", params: { id: String(id) } }}>
                    {item.images.length > 1
                      ? t("item.file", { index: index + 1, count: item.images.length })
                      : t("item.onlyFile")}
                  </AppLink>
                </li>
              ))}
            </PlainList>
          </Part>
          <Part title={t("life.title")}>
            <FullHistory
              slug={slug}
              images={images.flatMap(({ data }) => (data ? [data] : []))}
              itemId={item.id}
            />
          </Part>
        </div>
      </div>
    </PlacedImages>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <Title order={2} mb="0.6rem">
        {title}
      </Title>
      {children}
    </section>
  );
}

function State({ details: { case: found } }: { details: ItemDetails }) {
  const { t } = useTranslation("image-life");
  if (found) return <StatusBadge state={`case.${found.status}`} />;
  return (
    <Badge tone="neutral" icon={IconCircleDashed}>
      {t("item.unbegun")}
    </Badge>
  );
}

/** Link to where the item waits for a decision, or where its decision can be changed. */
function CaseLink({ details: { case: found } }: { details: ItemDetails }) {
  const { t } = useTranslation("image-life");
  if (!found) return null;
  const isOpen = found.status === "to_adjudicate" || found.status === "to_merge";
  return (
    <Button
      variant={isOpen ? "filled" : "default"}
      renderRoot={(props) => (
        <AppLink to={{ page: "adjudicate", search: { case: found.id } }} {...props} />
      )}
    >
      {t(isOpen ? "item.adjudicate" : "item.openCase")}
    </Button>
  );
}

function Decided({ slug, details: { case: found } }: { slug: string; details: ItemDetails }) {
  const { t } = useTranslation("image-life");
  const protocol = useProtocol(slug);
  const given = useQuery({ ...caseOptions(slug, found?.id ?? 0), enabled: found !== null }).data;
  if (!given?.final)
    return (
      <Box component="p" m="0 0 0.75rem">
        {t("item.undecided")}
      </Box>
    );
  // The questions follow with their revisions and answers.
  const record = { ...given.final, questions: [] };
  return <FinalRecord protocol={protocol} record={record} origins={given.origins} />;
}
