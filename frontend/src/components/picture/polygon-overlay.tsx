import classes from "./polygon-overlay.module.css";

export interface Polygon {
  /** Corners in pixels of the picture. */
  points: readonly (readonly [number, number])[];
  /** Read on hover. */
  label?: string;
}

/** Regions drawn on a picture of `width` × `height` pixels: the `overlay` of a picture. */
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
