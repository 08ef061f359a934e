import { Link } from "@tanstack/react-router";
import type { AnchorHTMLAttributes, ReactNode, Ref } from "react";

import { pages, type Target } from "./pages";

export interface AppLinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "href"> {
  to: Target;
  children?: ReactNode;
  ref?: Ref<HTMLAnchorElement>;
}

/**
 * A link to a page by its name. `slug` may be left out inside a project: it is inherited.
 * As a button: `<Button renderRoot={(props) => <AppLink to={…} {...props} />}>`.
 */
export function AppLink({ to, children, ...anchor }: AppLinkProps) {
  const address: string = pages[to.page];
  return (
    <Link
      {...anchor}
      to={address}
      params={(inherited) => ({ ...inherited, ...to.params })}
      search={to.search ?? {}}
    >
      {children}
    </Link>
  );
}
