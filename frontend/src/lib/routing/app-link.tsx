import { Link } from "@tanstack/react-router";
import type { AnchorHTMLAttributes, ReactNode, Ref } from "react";

import { pages, type LinkTarget } from "./pages";

export interface AppLinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "href"> {
  to: LinkTarget;
  /** Counts as open only if the URL is exactly its own. */
  exact?: boolean;
  children?: ReactNode;
  ref?: Ref<HTMLAnchorElement>;
}

/**
 * A link to a page by its name. `slug` may be left out inside a project: it is inherited.
 * As a button: `<Button renderRoot={(props) => <AppLink to={…} {...props} />}>`.
 */
export function AppLink({ to, exact = false, children, ...anchor }: AppLinkProps) {
  const address: string = pages[to.page];
  return (
    <Link
      {...anchor}
      to={address}
      params={(inherited) => ({ ...inherited, ...to.params })}
      search={to.search ?? {}}
      {...(exact && { activeOptions: { exact, includeSearch: false } })}
    >
      {children}
    </Link>
  );
}
