import { InvitePersonInput, ListedPerson, PeoplePage, PeopleQuery, PersonLink, RolesInput } from "@dc/contract";
import { disablePerson, enablePerson } from "#/operations/people/disable.ts";
import { giveRoles } from "#/operations/people/give-roles.ts";
import { invitePerson, makePersonLink, withdrawPersonLink } from "#/operations/people/invite.ts";
import { listPeople, loadPerson } from "#/operations/people/list.ts";
import { operation, routesOf } from "#/routes/operation.ts";

/** People belong to the installation, and their roles to its connections. */
export function peopleRoutes() {
  return routesOf(
    "People",
    operation("people", "listPeople", "GET /people", {
      summary: "List everybody with an account, and their roles in the connections that the caller administers",
      query: PeopleQuery,
      answer: [200, "A page, by name", PeoplePage],
      call: ({ context, query }) => listPeople(context, query),
    }),
    operation("people", "invitePerson", "POST /people", {
      summary: "Invite somebody: the answer has a one-time link to hand over, and no mail is sent",
      body: InvitePersonInput,
      answer: [201, "The link, shown only once", PersonLink],
      problems: ["already_exists"],
      isToldOnce: true,
      call: ({ context, body }) => invitePerson(context, body),
    }),
    operation("people", "createPersonLink", "POST /people/{personId}/link", {
      summary:
        "Make a new one-time link to enter for the first time or to reset the password, which turns the second factor off; earlier ones end",
      answer: [201, "The link, shown only once", PersonLink],
      problems: ["not_found", "wrong_state"],
      isToldOnce: true,
      call: ({ context, params }) => makePersonLink(context, params.personId),
    }),
    operation("people", "withdrawPersonLink", "DELETE /people/{personId}/link", {
      summary: "Withdraw a person's one-time link",
      answer: [204, "Withdrawn"],
      problems: ["not_found"],
      call: ({ context, params }) => withdrawPersonLink(context, params.personId),
    }),
    operation("people", "giveRoles", "PUT /people/{personId}/roles/{connectionId}", {
      summary: "Give a person roles in a connection, in place of those that they have there",
      body: RolesInput,
      answer: [200, "The person", ListedPerson],
      problems: ["not_found", "wrong_state", "version_mismatch"],
      current: ({ context, params }) => loadPerson(context, context.deps.wholeStore.db, params.personId),
      call: ({ context, params, body }) => giveRoles(context, params, body),
    }),
    operation("people", "disablePerson", "POST /people/{personId}/disable", {
      summary: "Disable a person: out at the next request, and never deleted",
      description: "Sessions, tokens, links and sign-ins under way end for good: enabling brings none of them back.",
      answer: [200, "The person", ListedPerson],
      problems: ["not_found", "wrong_state"],
      call: ({ context, params }) => disablePerson(context, params.personId),
    }),
    operation("people", "enablePerson", "POST /people/{personId}/enable", {
      summary: "Enable a disabled person again",
      answer: [200, "The person", ListedPerson],
      problems: ["not_found", "wrong_state"],
      call: ({ context, params }) => enablePerson(context, params.personId),
    }),
  );
}
