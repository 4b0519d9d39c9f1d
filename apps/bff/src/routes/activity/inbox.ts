import { Inbox, InboxSeenQuery, PutOffInput, TakeUpInput } from "@dc/contract";
import { listInbox } from "#/operations/inbox/list.ts";
import { markInboxSeen } from "#/operations/inbox/mark-seen.ts";
import { putOffInInbox, takeUpInInbox } from "#/operations/inbox/put-off.ts";
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
      query: InboxSeenQuery,
      answer: [204, "Nothing of it is new any more"],
      call: ({ context, query }) => markInboxSeen(context, query),
    }),
    operation("visit", "putOffInInbox", "PUT /inbox/put-off", {
      summary: "Put entries off, until a time or until something new comes of them",
      description:
        "For the caller alone; nothing that they tell is settled by it. What does not wait for the caller is left out.",
      body: PutOffInput,
      answer: [204, "They are put off"],
      call: ({ context, body }) => putOffInInbox(context, body),
    }),
    operation("visit", "takeUpInInbox", "PUT /inbox/take-up", {
      summary: "Take up again what was put off",
      body: TakeUpInput,
      answer: [204, "They wait again"],
      call: ({ context, body }) => takeUpInInbox(context, body),
    }),
  );
}
