import classes from "./polygon-overlay.module.css";

export interface Polygon {
  /** Corners in pixels of the image. */
  points: readonly (readonly [number, number])[];
  /** Shown on hover. */
  label?: string;
}

/** Regions on an image of `width` × `height` pixels, for `overlay`. */
export function PolygonOverlay({
  width,
  height,
  polygons,
}: {
  width: number;
  height: number;
  polygons: readonly Polygon[];
}) {
  return (
    <svg
      className={classes.overlay}
      viewBox={`0 0 ${String(width)} ${String(height)}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {polygons.map(({ points, label }, index) => (
        <polygon key={index} points={points.map((point) => point.join(",")).join(" ")}>
          {label && <title>{label}</title>}
        </polygon>
      ))}
    </svg>
  );
}
