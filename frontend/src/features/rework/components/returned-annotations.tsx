import { Box, Button } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { ImageThumb } from "@/components/image/thumbnail";
import { RuledList } from "@/components/layout/ruled-list";
import { ProblemAlert } from "@/components/problem-alert";
import { ShowMore } from "@/components/show-more";
import { loadedRows } from "@/lib/api/keyset";
import { useGoToPage } from "@/lib/routing/use-go";

import { useReopenSlot, useReturnedAnnotations } from "../api";
import classes from "./rework.module.css";

/** The person's annotations that an organizer returned, with the reason; each opens its item. */
export function ReturnedAnnotations({ slug }: { slug: string }) {
  const { t } = useTranslation(["rework", "common"]);
  const go = useGoToPage();
  const list = useReturnedAnnotations(slug);
  const reopen = useReopenSlot();
  const returned = loadedRows(list.data);
  if (list.error) {
    return <ProblemAlert error={list.error} onRetry={() => void list.refetch()} />;
  }
  if (returned.length === 0) return null;
  return (
    <section aria-labelledby="returned-title">
      <Box id="returned-title" component="h2" m="1.5rem 0 0.5rem" fz="1.125rem">
        {t("returned.title")}
      </Box>
      {reopen.error && (
        <ProblemAlert
          error={reopen.error}
          onRetry={() => {
            reopen.reset();
            void list.refetch();
          }}
        />
      )}
      <RuledList maw="44rem">
        {returned.map(({ id, images, item_code, feedback }) => {
          const name = t("common:item.numbered", { number: item_code });
          return (
            <li key={id} className={classes.item}>
              <span className={classes.thumbs}>
                {images.map((image) => (
                  <ImageThumb key={image.id} image={image} height={72} />
                ))}
              </span>
              <span className={classes.entry}>
                <span className={classes.itemName}>{name}</span>
                {feedback}
              </span>
              <Button
                loading={reopen.isPending && reopen.variables.params.path.slot_id === id}
                aria-label={t("returned.openItem", { name })}
                onClick={() => {
                  reopen.mutate(
                    { params: { path: { slug, slot_id: id } } },
                    {
                      onSuccess: () => {
                        go({ page: "annotate" });
                      },
                    },
                  );
                }}
              >
                {t("returned.open")}
              </Button>
            </li>
          );
        })}
      </RuledList>
      <ShowMore list={list} mt="md" />
    </section>
  );
}
