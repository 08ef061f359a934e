import {
  type MouseEvent as ReactMouseEvent,
  type PointerEvent as ReactPointerEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";

import { useImageFit } from "./use-image-fit";
import {
  type Fit,
  Geometry,
  isLong,
  type Movement,
  type Point,
  type Size,
  type View,
  wheelFactor,
} from "./zoom-geometry";

const CENTRE: Point = { x: 0, y: 0 };
const DOUBLE_CLICK = 2.5;
/** Pixels of a line and of a page, in which some browsers count the wheel. */
const WHEEL_UNITS = [1, 40, 800] as const;

export interface Zoom {
  view: View;
  /** The size of the pane. */
  room: Size;
  fit: Fit;
  /** Choose a fit for this image and the next ones, and return to it. */
  setFit: (fit: Fit) => void;
  /** Whether the image was zoomed away from its fit. */
  isZoomed: boolean;
  /** Whether the image is larger than the pane, so that it can be panned. */
  overflow: { across: boolean; along: boolean };
  zoomBy: (factor: number) => void;
  /** Move the pane over the image by shares of its size. */
  panBy: (across: number, along: number) => void;
  handlers: {
    onPointerDown: (event: ReactPointerEvent) => void;
    onPointerMove: (event: ReactPointerEvent) => void;
    onPointerUp: (event: ReactPointerEvent) => void;
    onPointerCancel: (event: ReactPointerEvent) => void;
    onDoubleClick: (event: ReactMouseEvent) => void;
    onMouseDown: (event: ReactMouseEvent) => void;
  };
}

/**
 * Zooming and panning of an image in the pane: by wheel, pinch, dragging and double click.
 * The wheel zooms a whole image; over one that fills the pane or has its own pixels it scrolls,
 * and zooms with Ctrl, as a pinch on a trackpad does.
 */
export function useZoom(pane: RefObject<HTMLElement | null>, image: Size): Zoom {
  const room = useSize(pane);
  const density = useDensity();
  const [fit, setFit] = useImageFit(isLong(image, room));
  const geometry = new Geometry(image, room, fit, density);
  const [movement, setMovement] = useState<Movement | null>(null);
  const pointers = useRef(new Map<number, Point>());
  const start = useRef<Point>(CENTRE);
  const view = geometry.view(movement);
  const overflow = geometry.overflow(view);

  const change = (next: (view: View) => View) => {
    setMovement((before) => geometry.movement(next(geometry.view(before))));
  };
  const zoomAt = (factor: number, at: Point) => {
    change((before) => geometry.zoomed(before, factor, at));
  };
  /** A place of the window, from the centre of the pane. */
  const placeOf = (event: { clientX: number; clientY: number }): Point => {
    const box = pane.current?.getBoundingClientRect();
    if (!box) return CENTRE;
    return {
      x: event.clientX - box.left - box.width / 2,
      y: event.clientY - box.top - box.height / 2,
    };
  };

  const onWheel = (event: WheelEvent) => {
    const unit = WHEEL_UNITS[event.deltaMode] ?? 1;
    const pinch = event.ctrlKey || event.metaKey;
    if (pinch || fit === "whole" || !(overflow.across || overflow.along)) {
      event.preventDefault();
      zoomAt(wheelFactor(event.deltaY * unit, pinch), placeOf(event));
      return;
    }
    const sideways = event.shiftKey || !overflow.along;
    const by = sideways
      ? { x: -(event.deltaX || event.deltaY) * unit, y: 0 }
      : { x: -event.deltaX * unit, y: -event.deltaY * unit };
    const { x, y } = geometry.panned(view, by);
    // At its end the page scrolls on.
    if (x === view.x && y === view.y) return;
    event.preventDefault();
    change((before) => geometry.panned(before, by));
  };
  /** Without this, browsers take a swift movement for a fling and ignore the next tap. */
  const onTouchMove = (event: TouchEvent) => {
    const [finger] = event.touches;
    if (!finger || !event.cancelable) return;
    const from = start.current;
    const to = placeOf(finger);
    const isSideways = Math.abs(to.x - from.x) >= Math.abs(to.y - from.y);
    if (isSideways || overflow.across || overflow.along) event.preventDefault();
  };
  useActiveListener(pane, "wheel", onWheel);
  useActiveListener(pane, "touchmove", onTouchMove);

  const lift = (event: ReactPointerEvent) => {
    pointers.current.delete(event.pointerId);
  };
  return {
    view,
    room,
    fit,
    setFit: (chosen) => {
      setMovement(null);
      setFit(chosen);
    },
    isZoomed: movement !== null && Math.abs(movement.zoom - 1) > 0.01,
    overflow,
    zoomBy: (factor) => {
      zoomAt(factor, CENTRE);
    },
    panBy: (across, along) => {
      change((before) =>
        geometry.panned(before, { x: -across * room.width, y: -along * room.height }),
      );
    },
    handlers: {
      onPointerDown: (event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        start.current = placeOf(event);
        pointers.current.set(event.pointerId, start.current);
      },
      onPointerMove: (event) => {
        const from = pointers.current.get(event.pointerId);
        if (!from) return;
        const to = placeOf(event);
        pointers.current.set(event.pointerId, to);
        const others = [...pointers.current].filter(([id]) => id !== event.pointerId);
        const [second] = others;
        if (others.length > 1) return;
        change((before) =>
          second
            ? pinched(geometry, before, from, to, second[1])
            : geometry.panned(before, { x: to.x - from.x, y: to.y - from.y }),
        );
      },
      onPointerUp: lift,
      onPointerCancel: lift,
      onDoubleClick: (event) => {
        if (movement && movement.zoom > 1.01) setMovement(null);
        else zoomAt(DOUBLE_CLICK, placeOf(event));
      },
      onMouseDown: (event) => {
        // The cursor stays in the text that the person is writing.
        event.preventDefault();
      },
    },
  };
}

/** One of two fingers moved: what was between them stays between them. */
function pinched(geometry: Geometry, view: View, from: Point, to: Point, other: Point): View {
  const apart = (point: Point) => Math.max(1, Math.hypot(point.x - other.x, point.y - other.y));
  const middle = { x: (to.x + other.x) / 2, y: (to.y + other.y) / 2 };
  const moved = geometry.panned(view, { x: (to.x - from.x) / 2, y: (to.y - from.y) / 2 });
  return geometry.zoomed(moved, apart(to) / apart(from), middle);
}

/** Listen to events whose default can be prevented; React's own listeners are passive. */
function useActiveListener<Name extends "wheel" | "touchmove">(
  element: RefObject<HTMLElement | null>,
  name: Name,
  listener: (event: HTMLElementEventMap[Name]) => void,
): void {
  const latest = useRef(listener);
  useLayoutEffect(() => {
    latest.current = listener;
  });
  useEffect(() => {
    const target = element.current;
    const listen = (event: HTMLElementEventMap[Name]) => {
      latest.current(event);
    };
    target?.addEventListener(name, listen, { passive: false });
    return () => {
      target?.removeEventListener(name, listen);
    };
  }, [element, name]);
}

/** The size of an element, known before it is painted. */
function useSize(element: RefObject<HTMLElement | null>): Size {
  const [size, setSize] = useState<Size>({ width: 1, height: 1 });
  useLayoutEffect(() => {
    const measured = element.current;
    if (!measured) return;
    const measure = () => {
      setSize({
        width: Math.max(1, measured.clientWidth),
        height: Math.max(1, measured.clientHeight),
      });
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(measured);
    return () => {
      observer.disconnect();
    };
  }, [element]);
  return size;
}

/** Device pixels per CSS pixel; zooming the page and another screen change it. */
function useDensity(): number {
  const [density, setDensity] = useState(window.devicePixelRatio);
  useEffect(() => {
    const update = () => {
      setDensity(window.devicePixelRatio);
    };
    window.addEventListener("resize", update);
    return () => {
      window.removeEventListener("resize", update);
    };
  }, []);
  return density;
}
