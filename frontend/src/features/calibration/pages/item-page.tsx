import { Button, Title } from "@mantine/core";
import { useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { PageHeader } from "@/components/page-header";
import { ItemImages } from "@/components/image/item-images";
import { FinalRecord } from "@/components/record/final-record";
import { useProtocol } from "@/lib/protocol/use-protocol";
import { AppLink } from "@/lib/routing/app-link";
import { useProject } from "@/lib/session/project";

import { itemOptions } from "../api";
import classes from "../components/calibration.module.css";
import { CalibrationDiscussion } from "../components/discussion";
import { SideBySide } from "../components/side-by-side";
import { usePersonName } from "../components/use-name-of";

const route = getRouteApi("/signed-in/projects/$slug/calibration/$number/items/$place");

/** All annotations of one shared item, and their discussion. */
export function ItemPage() {
  const { t } = useTranslation("calibration");
  const { slug, role } = useProject();
  const { number, place } = route.useParams();
  const protocol = useProtocol(slug);
  const { data: page } = useSuspenseQuery(itemOptions(slug, Number(number), Number(place)));
  const nameOf = usePersonName();
  const name = page.item_number ?? page.place;
  return (
    <>
      <PageHeader
        title={t("items.picture", { number: name })}
        lead={t(role === "annotator" ? "item.lead" : "item.organizersLead")}
        back={<AppLink to={{ page: "calibration" }}>{t("title")}</AppLink>}
        actions={
          role === "annotator" && (
            <Button renderRoot={(props) => <AppLink to={{ page: "annotate" }} {...props} />}>
              {t("item.next")}
            </Button>
          )
        }
      />
      <div className={classes.compare}>
        <div className={classes.picture}>
          <ItemImages images={page.images} number={name} />
        </div>
        <div>
          <SideBySide protocol={protocol} page={page} />
          <section aria-labelledby="records" className={classes.records}>
            <Title order={2} id="records" mt="xl">
              {t("item.records")}
            </Title>
            {page.answers.map((answer) => (
              <details key={answer.letter}>
                <summary>{nameOf(answer)}</summary>
                <FinalRecord protocol={protocol} record={answer.content} />
              </details>
            ))}
          </section>
          <CalibrationDiscussion slug={slug} page={page} />
        </div>
      </div>
    </>
  );
}
