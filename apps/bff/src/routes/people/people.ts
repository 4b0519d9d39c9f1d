import {
  ConnectionId,
  InvitePersonInput,
  ListedPerson,
  PeoplePage,
  PeopleQuery,
  PersonId,
  PersonLink,
  RolesInput,
} from "@dc/contract";
import { OpenAPIHono, z } from "@hono/zod-openapi";
import type { AppEnv } from "#/http/app-env.ts";
import { disablePerson, enablePerson } from "#/operations/people/disable.ts";
import { giveRoles } from "#/operations/people/give-roles.ts";
import { invitePerson, makePersonLink, withdrawPersonLink } from "#/operations/people/invite.ts";
import { listPeople } from "#/operations/people/list.ts";
import { apiRoute, jsonAnswer, jsonInput, problems } from "#/routes/describe.ts";

const params = z.object({ personId: PersonId });
const tags = ["People"];

const list = apiRoute("people", {
  operationId: "listPeople",
  method: "get",
  path: "/people",
  tags,
  summary: "List everybody with an account, and their roles in the connections that the caller administers",
  request: { query: PeopleQuery },
  responses: { 200: jsonAnswer("A page, by name", PeoplePage) },
});

const invite = apiRoute("people", {
  operationId: "invitePerson",
  method: "post",
  path: "/people",
  tags,
  summary: "Invite somebody: the answer has a one-time link to hand over, and no mail is sent",
  request: { body: jsonInput(InvitePersonInput) },
  responses: { 201: jsonAnswer("The link, shown only once", PersonLink), ...problems("already_exists") },
});

const link = apiRoute("people", {
  operationId: "createPersonLink",
  method: "post",
  path: "/people/{personId}/link",
  tags,
  summary:
    "Make a new one-time link to enter for the first time or to reset the password, which turns the second factor off; earlier ones end",
  request: { params },
  responses: { 201: jsonAnswer("The link, shown only once", PersonLink), ...problems("not_found", "wrong_state") },
});

const withdraw = apiRoute("people", {
  operationId: "withdrawPersonLink",
  method: "delete",
  path: "/people/{personId}/link",
  tags,
  summary: "Withdraw a person's one-time link",
  request: { params },
  responses: { 204: { description: "Withdrawn" }, ...problems("not_found") },
});

const give = apiRoute("people", {
  operationId: "giveRoles",
  method: "put",
  path: "/people/{personId}/roles/{connectionId}",
  tags,
  summary: "Give a person roles in a connection, in place of those that they have there",
  request: { params: params.extend({ connectionId: ConnectionId }), body: jsonInput(RolesInput) },
  responses: {
    200: jsonAnswer("The person", ListedPerson),
    ...problems("not_found", "wrong_state", "version_mismatch"),
  },
});

const disable = apiRoute("people", {
  operationId: "disablePerson",
  method: "post",
  path: "/people/{personId}/disable",
  tags,
  summary: "Disable a person: out at the next request, and never deleted",
  description: "Sessions, tokens, links and sign-ins under way end for good: enabling brings none of them back.",
  request: { params },
  responses: { 200: jsonAnswer("The person", ListedPerson), ...problems("not_found", "wrong_state") },
});

const enable = apiRoute("people", {
  operationId: "enablePerson",
  method: "post",
  path: "/people/{personId}/enable",
  tags,
  summary: "Enable a disabled person again",
  request: { params },
  responses: { 200: jsonAnswer("The person", ListedPerson), ...problems("not_found", "wrong_state") },
});

/** People belong to the installation, and their roles to its connections. */
export function peopleRoutes() {
  return new OpenAPIHono<AppEnv>()
    .openapi(list, async (c) => c.json(await listPeople(c.get("context"), c.req.valid("query")), 200))
    .openapi(invite, async (c) => c.json(await invitePerson(c.get("context"), c.req.valid("json")), 201))
    .openapi(link, async (c) => c.json(await makePersonLink(c.get("context"), c.req.valid("param").personId), 201))
    .openapi(withdraw, async (c) => {
      await withdrawPersonLink(c.get("context"), c.req.valid("param").personId);
      return c.body(null, 204);
    })
    .openapi(give, async (c) =>
      c.json(await giveRoles(c.get("context"), c.req.valid("param"), c.req.valid("json")), 200),
    )
    .openapi(disable, async (c) => c.json(await disablePerson(c.get("context"), c.req.valid("param").personId), 200))
    .openapi(enable, async (c) => c.json(await enablePerson(c.get("context"), c.req.valid("param").personId), 200));
}
