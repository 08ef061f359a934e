import { useState } from "react";

const AT_ONCE = 30;

/** Where a list continues: what an infinite query says of its next page. */
export interface NextPageState {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => unknown;
}

/** The first of many loaded rows; "Show more" shows the next. */
export function useFirstRows<Row>(rows: readonly Row[]): {
  shown: readonly Row[];
  more: NextPageState;
} {
  const [most, setMost] = useState(AT_ONCE);
  return {
    shown: rows.slice(0, most),
    more: {
      hasNextPage: rows.length > most,
      isFetchingNextPage: false,
      fetchNextPage: () => {
        setMost(most + AT_ONCE);
      },
    },
  };
}
