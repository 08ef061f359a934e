import { Drawer } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type Dispatch, memo } from "react";
import { useTranslation } from "react-i18next";

import { loadWhenNeeded } from "@/lib/deferred";
import type { Protocol } from "@/lib/protocol/protocol";
import { welcomeOptions } from "@/lib/session/welcome";

import type { WorkspaceAction } from "../workspace-state";

const Guidelines = loadWhenNeeded(
  async () => (await import("@/components/guideline/guidelines")).Guidelines,
);
const WorkedExample = loadWhenNeeded(async () => (await import("./worked-example")).WorkedExample);

interface GuidelinesDrawerProps {
  slug: string;
  protocol: Protocol;
  /** Section of the field with the focus. */
  current: string | undefined;
  opened: boolean;
  dispatch: Dispatch<WorkspaceAction>;
}

/**
 * The whole guideline beside the form, with an example after the practice. A key press in the form
 * does not render it again.
 */
export const GuidelinesDrawer = memo(function GuidelinesDrawer({
  slug,
  protocol,
  current,
  opened,
  dispatch,
}: GuidelinesDrawerProps) {
  const { t } = useTranslation("annotate");
  const hasPractised = useQuery(welcomeOptions(slug)).data?.practice === "done";
  return (
    <Drawer
      opened={opened}
      onClose={() => {
        dispatch({ type: "close", panel: "guidelines" });
      }}
      position="right"
      size="clamp(520px, 42vw, 760px)"
      withOverlay={false}
      lockScroll={false}
      title={t("guideline.title")}
      closeButtonProps={{ "aria-label": t("guideline.close") }}
    >
      {opened && (
        <Guidelines
          protocol={protocol}
          current={current}
          example={hasPractised && <WorkedExample slug={slug} protocol={protocol} />}
        />
      )}
    </Drawer>
  );
});
