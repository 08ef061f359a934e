import { useImageStatus, useStages } from "@/lib/stages/use-stages";

import { stageIcon } from "./stage-icon";
import { Badge, type State, STATES, StatusBadge } from "./status-badge";

/** The state of an image; the word and icon of an excluded one come from the stage. */
export function ImageStatusBadge({ status }: { status: string }) {
  const nameOf = useImageStatus();
  const stages = useStages();
  const own = STATES.find((state): state is State => state === `image.${status}`);
  if (own) return <StatusBadge state={own} />;
  const icon = stageIcon(stages.find(({ state }) => state === status)?.icon);
  return (
    <Badge tone="neutral" icon={icon}>
      {nameOf(status)}
    </Badge>
  );
}
