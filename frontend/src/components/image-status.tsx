import { useImageStatus, useStages } from "@/lib/stages/use-stages";

import { stageIcon } from "./stage-icon";
import { Badge, type MachineState, STATE_BADGES, StatusBadge } from "./status-badge";

/** The state of an image; the word and icon of an excluded one come from the stage. */
export function ImageStatusBadge({ status }: { status: string }) {
  const nameOf = useImageStatus();
  const stages = useStages();
  const own = STATE_BADGES.find((state): state is MachineState => state === `image.${status}`);
  if (own) return <StatusBadge state={own} />;
  const icon = stageIcon(stages.find(({ state }) => state === status)?.icon);
  return (
    <Badge tone="neutral" icon={icon}>
      {nameOf(status)}
    </Badge>
  );
}
