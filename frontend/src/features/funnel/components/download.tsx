import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";

/** A text as a file. */
export function Download({
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
  return (
    <Button
      component="a"
      variant="default"
      leftSection={<IconDownload size={18} />}
      href={`data:${type};charset=utf-8,${encodeURIComponent(text)}`}
      download={name}
    >
      {label}
    </Button>
  );
}
