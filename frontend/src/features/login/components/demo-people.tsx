import { UnstyledButton } from "@mantine/core";
import { useTranslation } from "react-i18next";

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
    <div className={classes.roles}>
      {[...ROLES].reverse().map((role) => {
        const members = people.filter((person) => person.role === role);
        if (members.length === 0) return null;
        return (
          <div key={role} className={classes.role}>
            <div>
              <h3 className={classes.name}>{t(`common:role.${role}`)}</h3>
              <p className={classes.does}>{t(`demo.does.${role}`)}</p>
            </div>
            <div className={classes.people}>
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
            </div>
          </div>
        );
      })}
      {logIn.error && <ProblemAlert error={logIn.error} />}
    </div>
  );
}
