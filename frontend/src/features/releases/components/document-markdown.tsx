import Markdown from "markdown-to-jsx/react";
import type { PropsWithChildren } from "react";

import classes from "./document-markdown.module.css";

/** Links lead out of the release folder or not at all: its files are no pages of this site. */
function OutsideLink({ href = "", children }: PropsWithChildren<{ href?: string }>) {
  if (!/^https?:/.test(href)) return <>{children}</>;
  return (
    <a href={href} target="_blank" rel="noreferrer">
      {children}
    </a>
  );
}

function WideTable({ children }: PropsWithChildren) {
  return (
    <div className={classes.wide}>
      <table>{children}</table>
    </div>
  );
}

// The document's headings come below the page's, without ids that two documents share.
const OVERRIDES = {
  a: OutsideLink,
  h1: ({ children }: PropsWithChildren) => <h3>{children}</h3>,
  h2: ({ children }: PropsWithChildren) => <h4>{children}</h4>,
  h3: ({ children }: PropsWithChildren) => <h5>{children}</h5>,
  h4: ({ children }: PropsWithChildren) => <h6>{children}</h6>,
  img: ({ alt }: { alt?: string }) => <>{alt}</>,
  table: WideTable,
};

/** Markdown of a release as people read it. HTML in it stays text. */
export function DocumentMarkdown({ children }: { children: string }) {
  return (
    <Markdown
      className={classes.document}
      options={{ disableParsingRawHTML: true, forceBlock: true, overrides: OVERRIDES }}
    >
      {children}
    </Markdown>
  );
}
