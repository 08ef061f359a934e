/** The ground, the ink, one accent (ultramarine), and three tones for states. */
export interface ColorPalette {
  /** Background of pages and images. */
  ground: string;
  /** Inputs, dialogs, the sidebar. */
  surface: string;
  line: string;
  lineStrong: string;
  ink: string;
  muted: string;
  accent: string;
  accentSoft: string;
  onAccent: string;
  good: string;
  warn: string;
  bad: string;
  /** Bars and dots in a neutral colour. */
  data: string;
  dataSoft: string;
  inserted: string;
  deleted: string;
  /** Shadow at the edge of what can be scrolled. */
  scrollEdge: string;
}

export const lightPalette: ColorPalette = {
  ground: "#f4f4f2",
  surface: "#fcfcfb",
  line: "#dddcd8",
  lineStrong: "#8a8a86",
  ink: "#1d1e21",
  muted: "#5a5c61",
  accent: "#2d49b5",
  accentSoft: "#e3e7f6",
  onAccent: "#ffffff",
  good: "#1f6b3b",
  warn: "#875000",
  bad: "#ae2a20",
  data: "#6f737b",
  dataSoft: "#e4e4e1",
  inserted: "#d5ead9",
  deleted: "#f6dcd9",
  scrollEdge: "rgb(0 0 0 / 20%)",
};

export const darkPalette: ColorPalette = {
  ground: "#1b1c1e",
  surface: "#232427",
  line: "#36383c",
  lineStrong: "#7c7f86",
  ink: "#ececea",
  muted: "#a8abb1",
  accent: "#9aacf2",
  accentSoft: "#2b3150",
  onAccent: "#12131a",
  good: "#7fcb98",
  warn: "#e6b15c",
  bad: "#f5998f",
  data: "#9ca0a8",
  dataSoft: "#313337",
  inserted: "#24432f",
  deleted: "#512c29",
  scrollEdge: "rgb(0 0 0 / 65%)",
};
