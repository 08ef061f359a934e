import { Title } from "@mantine/core";
import type { ReactNode } from "react";

import { FactList } from "@/components/layout/facts";

import classes from "./sheet.module.css";

/** A section of the protocol page. */
export function ProtocolPart({
  id,
  title,
  children,
}: {
  id: string;
  title: string;
  children: ReactNode;
}) {
  return (
    <section className={classes.part} aria-labelledby={id}>
      <Title order={2} id={id} mb="0.75rem">
        {title}
      </Title>
      {children}
    </section>
  );
}

export interface ProtocolFact {
  name: string;
  value: ReactNode;
}

/** Names and their values. */
export function FactRows({ facts }: { facts: readonly ProtocolFact[] }) {
  return (
    <FactList names="16.5rem" lined>
      {facts.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </FactList>
  );
}
