import { createContext, type ReactNode } from "react";

import type { Protocol } from "./protocol";

/**
 * The form of a protocol as annotators see it, as a preview. The app provides it, so that the
 * protocol's editor does not import the annotation feature.
 */
export const FormPreviewContext = createContext<((protocol: Protocol) => ReactNode) | null>(null);
