import { useEffect, useState } from "react";

import { useLocale } from "./use-locale";

const REFRESH_MS = 30_000;

/** "5 minutes ago", updated, with the exact time on hover. */
export function RelativeTime({ at }: { at: Date | string }) {
  const { format } = useLocale();
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => {
      setNow(new Date());
    }, REFRESH_MS);
    return () => {
      clearInterval(timer);
    };
  }, []);
  return (
    <time dateTime={new Date(at).toISOString()} title={format.dateTime(at)}>
      {format.relative(at, now)}
    </time>
  );
}
