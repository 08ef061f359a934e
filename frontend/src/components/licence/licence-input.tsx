import { Autocomplete, type AutocompleteProps } from "@mantine/core";
import { IconAlertTriangle, IconFileCheck } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { $api } from "@/lib/api/client";

import { COMMON_LICENCES, knownLicence, WORDS_OF_A_TEXT } from "./licences";
import classes from "./licence-input.module.css";

const MOST_SHOWN = 12;

const licencesOptions = $api.queryOptions("get", "/api/licences/", {}, { staleTime: Infinity });

/** A licence by its SPDX identifier, found by typing; shows whether releases get its text. */
export function LicenceInput({ value = "", ...input }: AutocompleteProps) {
  const { t } = useTranslation();
  const { data: licences } = useQuery(licencesOptions);
  const others = licences?.filter((one) => !COMMON_LICENCES.some((common) => common === one)) ?? [];
  return (
    <div>
      <Autocomplete
        description={t("licence.help")}
        data={[...COMMON_LICENCES, ...others]}
        limit={MOST_SHOWN}
        value={value}
        {...input}
      />
      {licences && value.trim() !== "" && <Found value={value} licences={licences} />}
    </div>
  );
}

function Found({ value, licences }: { value: string; licences: readonly string[] }) {
  const { t } = useTranslation();
  const known = knownLicence(value, licences);
  const isText = value.trim().split(/\s+/).length >= WORDS_OF_A_TEXT;
  const Glyph = known || isText ? IconFileCheck : IconAlertTriangle;
  return (
    <p className={classes.found} data-known={known !== null || isText} role="status">
      <Glyph size={18} aria-hidden="true" />
      {known && t("licence.found", { licence: known })}
      {!known && t(isText ? "licence.ownText" : "licence.unknown")}
    </p>
  );
}
