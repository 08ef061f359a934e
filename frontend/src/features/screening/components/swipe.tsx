import { type PointerEvent, type ReactNode, useRef, useState } from "react";

import classes from "./swipe.module.css";

/** Distance in pixels from which a movement counts as a swipe. */
export const SWIPE_PX = 80;

export interface SwipeProps {
  /** Off while the image is enlarged, because dragging then moves it. */
  enabled: boolean;
  left: { word: string; run: () => void };
  right: { word: string; run: () => void };
  children: ReactNode;
}

/** Swipe: the image follows the thumb sideways and is decided on release far enough out. */
export function SwipeToDecide({ enabled, left, right, children }: SwipeProps) {
  const start = useRef<{ x: number; y: number; id: number } | null>(null);
  const [offset, setOffset] = useState(0);
  const side = offset <= -SWIPE_PX ? left : offset >= SWIPE_PX ? right : null;

  const begin = (event: PointerEvent) => {
    // A second finger makes it a pinch.
    const alone = event.pointerType === "touch" && start.current === null && event.isPrimary;
    start.current =
      enabled && alone ? { x: event.clientX, y: event.clientY, id: event.pointerId } : null;
    setOffset(0);
  };
  const move = (event: PointerEvent) => {
    if (start.current?.id !== event.pointerId) return;
    const across = event.clientX - start.current.x;
    const along = event.clientY - start.current.y;
    setOffset(Math.abs(across) > Math.abs(along) ? across : 0);
  };
  const end = () => {
    if (start.current && side) side.run();
    start.current = null;
    setOffset(0);
  };
  const cancel = () => {
    start.current = null;
    setOffset(0);
  };

  return (
    <div
      className={classes.swipe}
      onPointerDownCapture={begin}
      onPointerMoveCapture={move}
      onPointerUpCapture={end}
      onPointerCancelCapture={cancel}
    >
      <div className={classes.moved} style={{ translate: `${String(offset)}px 0` }}>
        {children}
      </div>
      {side && <span className={classes.word}>{side.word}</span>}
    </div>
  );
}
