import {
  IconCopy,
  IconFilter,
  IconFocus2,
  IconPhotoCheck,
  IconRulerMeasure,
  IconTextScan2,
  type Icon,
} from "@tabler/icons-react";

const ICONS: Readonly<Record<string, Icon>> = {
  copy: IconCopy,
  focus: IconFocus2,
  people: IconPhotoCheck,
  ruler: IconRulerMeasure,
  text: IconTextScan2,
};

/** The icon of a curation stage. */
export function stageIcon(name: string | undefined): Icon {
  return ICONS[name ?? ""] ?? IconFilter;
}
