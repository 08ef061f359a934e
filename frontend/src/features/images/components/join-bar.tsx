import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { ProblemAlert } from "@/components/problem-alert";
import { useToasts } from "@/lib/toasts/use-toasts";

import { useGroupImages } from "../api";
import classes from "./join-bar.module.css";

interface JoinBarProps {
  slug: string;
  /** Numbers of images that an item may have. */
  most: number;
  chosen: readonly number[];
  /** `null` ends the selection. */
  onChosen: (chosen: readonly number[] | null) => void;
}

/** Groups the selected images into one item, or separates them. */
export function JoinBar({ slug, most, chosen, onChosen }: JoinBarProps) {
  const { t } = useTranslation("images");
  const toasts = useToasts();
  const { join, part, asked } = useGroupImages(slug);
  const problem = join.error ?? part.error;
  const done = (said: string) => () => {
    toasts.done(said);
    onChosen([]);
  };
  return (
    <div className={classes.bar} role="group" aria-label={t("join.begin")}>
      <p className={classes.hint}>{t("join.hint", { most })}</p>
      <span role="status">{t("join.count", { count: chosen.length })}</span>
      <Button
        disabled={chosen.length < 2 || chosen.length > most}
        loading={join.isPending}
        onClick={() => {
          part.reset();
          join.mutate(asked(chosen), { onSuccess: done(t("join.joined")) });
        }}
      >
        {t("join.join")}
      </Button>
      <Button
        variant="default"
        disabled={chosen.length === 0}
        loading={part.isPending}
        onClick={() => {
          join.reset();
          part.mutate(asked(chosen), { onSuccess: done(t("join.parted")) });
        }}
      >
        {t("join.part")}
      </Button>
      <Button
        variant="subtle"
        onClick={() => {
          onChosen(null);
        }}
      >
        {t("join.stop")}
      </Button>
      {problem && <ProblemAlert error={problem} />}
    </div>
  );
}
