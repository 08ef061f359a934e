import classes from "./person-name.module.css";

// A user name has no space and no bracket.
const WITH_USERNAME = /^(.*\S) \(([^\s()]+)\)$/u;

/**
 * Name of a person in a table or list. Where the API adds the user name, because others have
 * the same name, it is a second line. In a sentence or an option both stay on one line.
 */
export function PersonName({ name }: { name: string }) {
  const [, shown, username] = WITH_USERNAME.exec(name) ?? [];
  if (!username) return name;
  return (
    <span className={classes.name}>
      {shown} <span className={classes.username}>{username}</span>
    </span>
  );
}
