/// <reference types="vite/client" />
import "react";

declare module "react" {
  // Custom properties that a component hands to its style sheet.
  interface CSSProperties {
    [name: `--${string}`]: string | number | undefined;
  }
}
