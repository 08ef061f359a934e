import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";

/** Without it, Excel takes UTF-8 for the encoding of the computer's region. */
const BYTE_ORDER_MARK = "\uFEFF";

/** A text as a file; CSV opens right in Excel. */
export function TextDownload({
  label,
  name,
  type,
  text,
}: {
  label: string;
  name: string;
  type: string;
  text: string;
}) {
  const content = type === "text/csv" ? BYTE_ORDER_MARK + text : text;
  return (
    <Button
      component="a"
      variant="default"
      leftSection={<IconDownload size={18} />}
      href={`data:${type};charset=utf-8,${encodeURIComponent(content)}`}
      download={name}
    >
      {label}
    </Button>
  );
}
