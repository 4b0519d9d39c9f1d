import { Inbox } from "@dc/contract";
import { listInbox } from "#/operations/inbox/list.ts";
import { markInboxSeen } from "#/operations/inbox/mark-seen.ts";
import { operation, routesOf } from "#/routes/operation.ts";

export function inboxRoutes() {
  return routesOf(
    "Activity",
    operation("read", "getInbox", "GET /inbox", {
      summary: "Get what waits for the caller",
      description: "An entry is there until what it tells is done; a comment until it was seen.",
      answer: [200, "The newest first, at most 100 of each kind", Inbox],
      call: ({ context }) => listInbox(context),
    }),
    operation("visit", "markInboxSeen", "PUT /inbox/seen", {
      summary: "Mark what waits in the inbox as seen",
      answer: [204, "Nothing of it is new any more"],
      call: ({ context }) => markInboxSeen(context),
    }),
  );
}
