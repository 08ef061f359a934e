import { Box, Flex, Group } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { Thumbnail } from "@/components/image/thumbnail";
import { useLocale } from "@/lib/i18n/use-locale";
import { AppLink } from "@/lib/routing/app-link";

import { type ImageDetail, imageOptions } from "../api";
import { detailText, lastComparison } from "../facts";

/** The image beside the kept one. */
export function CopyComparison({
  slug,
  image,
  keptId,
}: {
  slug: string;
  image: ImageDetail;
  keptId: number;
}) {
  const { t } = useTranslation("image-life");
  const { format } = useLocale();
  const { data: kept } = useQuery(imageOptions(slug, keptId));
  const measurement = lastComparison(image.measurements);
  const value = detailText(measurement?.details, "value");
  return (
    <div>
      {value && detailText(measurement?.details, "rule") === "match" && (
        <Box component="p" m="0 0 0.75rem">
          {t("copy.measured", { certainty: format.percent(Number(value)) })}
        </Box>
      )}
      <Group gap="lg" align="stretch">
        <Flex component="figure" direction="column" gap="0.4rem" align="flex-start" miw={0} m={0}>
          <Thumbnail
            src={image.thumbnail_url}
            alt={t("copy.this")}
            height={150}
            ratio={image.width / image.height}
          />
          <figcaption>{t("copy.this")}</figcaption>
        </Flex>
        {kept && (
          <Flex component="figure" direction="column" gap="0.4rem" align="flex-start" miw={0} m={0}>
            <Thumbnail
              src={kept.thumbnail_url}
              alt={t("copy.kept")}
              height={150}
              ratio={kept.width / kept.height}
              marked
            />
            <figcaption>
              <AppLink to={{ page: "image", params: { id: String(kept.id) } }}>
                {t("copy.kept")}
              </AppLink>
            </figcaption>
          </Flex>
        )}
      </Group>
    </div>
  );
}
