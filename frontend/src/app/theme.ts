import {
  createTheme,
  type CSSVariablesResolver,
  defaultVariantColorsResolver,
  type DrawerProps,
  type MantineColorsTuple,
  type ModalProps,
  type SkeletonProps,
  type TooltipProps,
  type VariantColorsResolver,
} from "@mantine/core";

import { darkPalette, lightPalette, type ColorPalette } from "./palette";

const accent: MantineColorsTuple = [
  "#eff1fb",
  "#e3e7f6",
  "#c3ccf0",
  "#9aacf2",
  "#7389e3",
  "#526bd3",
  "#3d57c6",
  lightPalette.accent,
  "#253d9b",
  "#1c2f7a",
];

// Neutral greys in place of Mantine's blue ones; index 7 is the ground, 6 the surface.
const neutral: MantineColorsTuple = [
  darkPalette.ink,
  "#c9cacd",
  darkPalette.muted,
  darkPalette.lineStrong,
  "#4a4d52",
  darkPalette.line,
  darkPalette.surface,
  darkPalette.ground,
  "#151618",
  "#0f1011",
];

const gray: MantineColorsTuple = [
  "#f4f4f2",
  "#ececea",
  lightPalette.dataSoft,
  lightPalette.line,
  "#c9c8c4",
  "#a9a9a5",
  lightPalette.lineStrong,
  lightPalette.muted,
  "#3c3e42",
  lightPalette.ink,
];

const fontFamily = [
  "'IBM Plex Sans Variable'",
  "'PingFang SC'",
  "'Hiragino Sans GB'",
  "'Microsoft YaHei'",
  "'Noto Sans CJK SC'",
  "'Noto Sans SC'",
  "system-ui",
  "sans-serif",
].join(", ");

const raised = {
  content: { background: "var(--surface)" },
  header: { background: "var(--surface)" },
  title: { fontWeight: 600, fontSize: "1.125rem" },
};

/** The accent in the scheme's own shade; Mantine would put white on the light one. */
const variantColors: VariantColorsResolver = (input) => {
  const colors = defaultVariantColorsResolver(input);
  if ((input.color ?? input.theme.primaryColor) !== "accent") return colors;
  switch (input.variant) {
    case "filled":
      return {
        ...colors,
        background: "var(--accent)",
        hover: "color-mix(in srgb, var(--accent) 88%, var(--ink))",
        color: "var(--on-accent)",
      };
    case "light":
      return { ...colors, background: "var(--accent-soft)", color: "var(--accent)" };
    case "subtle":
    case "outline":
    case "transparent":
      return { ...colors, color: "var(--accent)" };
    default:
      return colors;
  }
};

export const theme = createTheme({
  variantColorResolver: variantColors,
  primaryColor: "accent",
  primaryShade: { light: 7, dark: 3 },
  colors: { accent, dark: neutral, gray },
  white: "#ffffff",
  black: lightPalette.ink,
  fontFamily,
  fontFamilyMonospace:
    "ui-monospace, 'SF Mono', 'Cascadia Mono', 'Noto Sans Mono CJK SC', monospace",
  fontSizes: { xs: "0.9375rem", sm: "0.9375rem", md: "1rem", lg: "1.125rem", xl: "1.375rem" },
  lineHeights: { xs: "1.45", sm: "1.45", md: "1.55", lg: "1.5", xl: "1.4" },
  headings: {
    fontFamily,
    fontWeight: "600",
    sizes: {
      h1: { fontSize: "1.75rem", lineHeight: "1.25" },
      h2: { fontSize: "1.3125rem", lineHeight: "1.3" },
      h3: { fontSize: "1.0625rem", lineHeight: "1.4" },
    },
  },
  defaultRadius: "sm",
  radius: { xs: "3px", sm: "5px", md: "7px", lg: "10px", xl: "14px" },
  cursorType: "pointer",
  respectReducedMotion: true,
  // Only types are imported, because the first page needs none of the components.
  components: {
    // A dialog that is closing would still take the keys meant for the page below.
    Drawer: {
      styles: raised satisfies DrawerProps["styles"],
      defaultProps: { transitionProps: { exitDuration: 0 } } satisfies Partial<DrawerProps>,
    },
    Modal: {
      styles: raised satisfies ModalProps["styles"],
      defaultProps: {
        centered: true,
        radius: "md",
        transitionProps: { duration: 120, exitDuration: 0 },
      } satisfies Partial<ModalProps>,
    },
    // Screen readers announce that the page is loading.
    Skeleton: { defaultProps: { "aria-busy": true } satisfies Partial<SkeletonProps> },
    Tooltip: { defaultProps: { openDelay: 300, withArrow: false } satisfies Partial<TooltipProps> },
  },
});

function variables(palette: ColorPalette): Record<string, string> {
  return {
    "--ground": palette.ground,
    "--surface": palette.surface,
    "--line": palette.line,
    "--line-strong": palette.lineStrong,
    "--ink": palette.ink,
    "--muted": palette.muted,
    "--accent": palette.accent,
    "--accent-soft": palette.accentSoft,
    "--on-accent": palette.onAccent,
    "--good": palette.good,
    "--warn": palette.warn,
    "--bad": palette.bad,
    "--data": palette.data,
    "--data-soft": palette.dataSoft,
    "--inserted": palette.inserted,
    "--deleted": palette.deleted,
    "--scroll-edge": palette.scrollEdge,
    "--mantine-color-body": palette.ground,
    "--mantine-color-text": palette.ink,
    "--mantine-color-dimmed": palette.muted,
    "--mantine-color-placeholder": palette.muted,
    "--mantine-color-error": palette.bad,
    "--mantine-color-anchor": palette.accent,
    "--mantine-color-default": palette.surface,
    "--mantine-color-default-border": palette.line,
    "--mantine-color-accent-text": palette.accent,
    "--mantine-primary-color-contrast": palette.onAccent,
  };
}

export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: variables(lightPalette),
  dark: variables(darkPalette),
});
