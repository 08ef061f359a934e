import { createContext, type ReactNode } from "react";

import type { Protocol } from "./protocol";

/**
 * The form of a protocol as annotators see it, to be tried and not kept. The app gives it: the
 * protocol's editor shows it and knows nothing of annotating.
 */
export const FormPreviewContext = createContext<((protocol: Protocol) => ReactNode) | null>(null);
