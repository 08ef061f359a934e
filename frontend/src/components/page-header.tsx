import { Box, Group, Title } from "@mantine/core";
import type { ReactNode } from "react";

import { TextWithTerms } from "./glossary/with-terms";
import { MutedNote } from "./layout/primitives";

export interface PageHeaderProps {
  title: ReactNode;
  /** One sentence about the purpose or result of the page; it may mark terms (`WithTerms`). */
  lead?: ReactNode;
  /** Buttons at the right. */
  actions?: ReactNode;
  /** Above the title: an `<AppLink>` to the parent page. */
  back?: ReactNode;
}

export function PageHeader({ title, lead, actions, back }: PageHeaderProps) {
  return (
    <header>
      <Group gap="0.75rem 2rem" align="flex-end" justify="space-between" mb="1.75rem">
        <Box miw={0}>
          {back && <Box mb="0.25rem">{back}</Box>}
          <Title order={1}>{title}</Title>
          {lead && (
            <MutedNote mt="0.35rem">
              {typeof lead === "string" ? <TextWithTerms text={lead} /> : lead}
            </MutedNote>
          )}
        </Box>
        {actions && (
          <Group className="on-screen" gap="0.5rem" align="stretch">
            {actions}
          </Group>
        )}
      </Group>
    </header>
  );
}
