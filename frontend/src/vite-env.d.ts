/// <reference types="vite/client" />
import "react";

declare module "react" {
  // Custom properties that a component passes to its style sheet.
  interface CSSProperties {
    [name: `--${string}`]: string | number | undefined;
  }
}
