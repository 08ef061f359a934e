import { Box, Group, Stack, UnstyledButton } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { MutedNote } from "@/components/layout/primitives";
import { ProblemAlert } from "@/components/problem-alert";
import { type Role, ROLES } from "@/lib/session/session";

import { useDemoLogIn } from "../api";
import classes from "./demo-people.module.css";

export interface DemoPerson {
  username: string;
  display_name: string;
  role: Role;
}

/** The people of the demo as buttons, by role. */
export function DemoPeople({
  people,
  onSignedIn,
}: {
  people: readonly DemoPerson[];
  onSignedIn: () => void;
}) {
  const { t } = useTranslation(["login", "common"]);
  const logIn = useDemoLogIn();
  return (
    <Stack gap="1.1rem">
      {[...ROLES].reverse().map((role) => {
        const members = people.filter((person) => person.role === role);
        if (members.length === 0) return null;
        return (
          <div key={role} className={classes.role}>
            <div>
              <Box component="h3" m={0} fz="1rem" fw={600}>
                {t(`common:role.${role}`)}
              </Box>
              <MutedNote mb="0.5rem">{t(`common:work.${role}`)}</MutedNote>
            </div>
            <Group gap="0.5rem" align="stretch">
              {members.map((person) => (
                <UnstyledButton
                  key={person.username}
                  className={classes.person}
                  disabled={logIn.isPending}
                  onClick={() => {
                    logIn.mutate(
                      { body: { username: person.username } },
                      { onSuccess: onSignedIn },
                    );
                  }}
                >
                  {person.display_name}
                </UnstyledButton>
              ))}
            </Group>
          </div>
        );
      })}
      {logIn.error && <ProblemAlert error={logIn.error} />}
    </Stack>
  );
}
