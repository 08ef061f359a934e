import { getRouteApi } from "@tanstack/react-router";

import { Invitation } from "../components/invitation";

const route = getRouteApi("/public/invite/$token");

export function InvitationPage() {
  return <Invitation token={route.useParams().token} />;
}
