import { hasRight, type Role } from "@/lib/session/session";

export interface Membership {
  role: Role;
  active?: boolean;
}

export type Consequence = "freed" | "reads" | "knows";

const readsEverything = ({ role, active = true }: Membership) =>
  active && hasRight(role, "organize");
const annotates = ({ role, active = true }: Membership) => active && hasRight(role, "annotate");

/** What a change of role means for the person's work, to be said before it is made. */
export function consequencesOfRoleChange(before: Membership, next: Membership): Consequence[] {
  return [
    ...(annotates(before) && !annotates(next) ? (["freed"] as const) : []),
    ...(readsEverything(next) && !readsEverything(before) ? (["reads"] as const) : []),
    ...(readsEverything(before) && !readsEverything(next) ? (["knows"] as const) : []),
  ];
}
