import { useState } from "react";

const AT_ONCE = 30;

/** The first of many loaded rows, and a button to show more. */
export function useFirst<Row>(rows: readonly Row[]): {
  shown: readonly Row[];
  onMore: (() => void) | undefined;
} {
  const [most, setMost] = useState(AT_ONCE);
  const onMore = () => {
    setMost(most + AT_ONCE);
  };
  return { shown: rows.slice(0, most), onMore: rows.length > most ? onMore : undefined };
}
