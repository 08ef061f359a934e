import { Button } from "@mantine/core";
import { IconPhotoOff } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { type TakedownTarget, TakedownDialog } from "./takedown-dialog";

/** Begins the takedown of an image or question. */
export function TakeDownButton({
  slug,
  target,
  subtle = false,
}: {
  slug: string;
  target: TakedownTarget;
  /** For one of many in a list. */
  subtle?: boolean;
}) {
  const { t } = useTranslation("takedown");
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button
        variant={subtle ? "subtle" : "default"}
        {...(subtle && { size: "compact-sm", color: "gray" })}
        leftSection={<IconPhotoOff size={18} />}
        onClick={() => {
          setOpened(true);
        }}
      >
        {t(`action.${"question" in target ? "question" : "image"}`)}
      </Button>
      <TakedownDialog
        slug={slug}
        target={target}
        opened={opened}
        onClose={() => {
          setOpened(false);
        }}
      />
    </>
  );
}
