import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { followOtherWindows } from "#/commands/refresh.ts";
import { followSession } from "./follow-session.ts";
import { refreshOnEvents } from "./refresh-on-events.ts";

/** Keeps what is shown fresh while it is mounted; shows nothing itself. */
export default function LiveUpdates() {
  const client = useQueryClient();
  useEffect(() => followOtherWindows(client), [client]);
  useEffect(() => followSession(), []);
  useEffect(() => refreshOnEvents(client), [client]);
  return null;
}
