import { CreatedToken, Problem, type TokenScope } from "@dc/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { CONNECTION_API, createTestApp, type TestApp } from "#/testing/app.ts";
import { idFor } from "./routes.ts";

// Proves, for every operation of the document: a token gets in where the document says so and nowhere else, each scope
// for itself; and the document says it as the lists below do. What the owner's roles take from it is tried in `tokens.test.ts`.

/** What only a signed-in person can do: people, accounts and tokens, patients, probes, profiles, and settling what nobody knows. */
const personOnly = [
  "addConnection",
  "addPasskey",
  "approveChangeSet",
  "bookAppointment",
  "changePassword",
  "checkProfile",
  "confirmSecondFactor",
  "createPatient",
  "createPersonLink",
  "createProbe",
  "createToken",
  "deleteIndexVersion",
  "disablePerson",
  "enablePerson",
  "endOwnSession",
  "endOwnSessions",
  "endPageVisit",
  "findPatients",
  "getAccount",
  "giveRoles",
  "invitePerson",
  "linkIdentityProvider",
  "listOwnSessions",
  "listPeople",
  "listTokens",
  "rejectChanges",
  "removePasskey",
  "renamePasskey",
  "renewPageVisit",
  "renewRecoveryCodes",
  "resumeSending",
  "revokeToken",
  "rotateConnectionKey",
  "saveApprovalSettings",
  "saveProfile",
  "sendDeletion",
  "settleAlarm",
  "settleChange",
  "settleCreation",
  "settleDeletion",
  "startPasskey",
  "startSecondFactor",
  "testConnection",
  "turnOffSecondFactor",
  "unlinkIdentityProvider",
  "updateConnection",
  "withdrawDeletion",
  "withdrawPersonLink",
];
const staging = [
  "adoptIndexVersion",
  "correctRosterImportLine",
  "createReferrer",
  "createRosterImport",
  "discardChange",
  "discardChangeSet",
  "importPlans",
  "openChangeSet",
  "removeRosterEntry",
  "reopenChangeSet",
  "revertChangeSet",
  "splitChangeSet",
  "stageChanges",
  "stageInChangeSet",
  "submitChangeSet",
  "undoStaging",
  "updateChangeSet",
  "updateIndexVersion",
  "updateReferrer",
];
const applying = [
  "applyChangeSet",
  "createIndexVersion",
  "decideField",
  "sendChange",
  "undoChangeSet",
  "undoDecision",
  "withdrawChange",
  "withdrawChangeSet",
];
const open = [
  "acceptLink",
  "authorizeWithIdentityProvider",
  "endSession",
  "getIdentityProvider",
  "getOpenApiDocument",
  "getSession",
  "setUpConsole",
  "startPasskeySignIn",
  "startSession",
  "startSessionWithCode",
  "startSessionWithIdentityProvider",
  "startSessionWithPasskey",
];

const Operation = z.looseObject({
  operationId: z.string(),
  security: z.array(z.record(z.string(), z.array(z.string()))),
});
const Document = z.looseObject({ paths: z.record(z.string(), z.record(z.string(), Operation)) });

interface DocumentedOperation extends z.infer<typeof Operation> {
  method: string;
  path: string;
}

let app: TestApp;
let operations: DocumentedOperation[];
beforeAll(async () => {
  app = await createTestApp();
  const { paths } = Document.parse(await (await app.request("GET", "/api/v1/openapi.json")).json());
  operations = Object.entries(paths).flatMap(([path, item]) =>
    path.startsWith("/api/v1")
      ? Object.entries(item).map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path }))
      : [],
  );
});
afterAll(() => app[Symbol.asyncDispose]());

const scopeOf = ({ security }: DocumentedOperation) => security.flatMap(({ token }) => token ?? [])[0];

async function tokenWith(...scopes: TokenScope[]): Promise<string> {
  const answer = await app.signedIn("POST", `${CONNECTION_API}/tokens`, { name: scopes.join(), scopes });
  return CreatedToken.parse(await answer.json()).secret;
}

/** As a program sends it: with the token alone. */
async function sentBy(
  secret: string,
  { method, path }: DocumentedOperation,
): Promise<{ status: number; code: string }> {
  const address = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(idFor(name)));
  const answer = await app.request(method, address, method === "GET" || method === "DELETE" ? undefined : {}, {
    Authorization: `Bearer ${secret}`,
    "X-Directory-Console": "",
    Origin: "https://pipeline.example",
  });
  const problem = Problem.safeParse(await answer.json().catch(() => null));
  return { status: answer.status, code: problem.data?.code ?? "" };
}

test("the document says of every operation what its caller needs", () => {
  const idsWhere = (fits: (operation: DocumentedOperation) => boolean) =>
    operations
      .filter(fits)
      .map(({ operationId }) => operationId)
      .toSorted();
  expect(idsWhere(({ security }) => security.length === 0)).toEqual(open);
  expect(idsWhere((one) => one.security.length > 0 && scopeOf(one) === undefined)).toEqual(personOnly);
  expect(idsWhere((one) => scopeOf(one) === "stage")).toEqual(staging);
  expect(idsWhere((one) => scopeOf(one) === "apply")).toEqual(applying);
  expect(
    idsWhere((one) => scopeOf(one) === "read").filter((id) => !/^(?:get|list|search|export|preview)[A-Z]/.test(id)),
  ).toEqual([]);
});

test.each(["read", "stage", "apply", "gateway"] as const)(
  "a token with the scope %s alone gets in where that scope is needed, and nowhere else",
  async (scope) => {
    const secret = await tokenWith(scope);
    const wrong: string[] = [];
    for (const operation of operations.filter(({ security }) => security.length > 0)) {
      const needed = scopeOf(operation);
      const { status, code } = await sentBy(secret, operation);
      const isRefused =
        status === 401 || code === "forbidden" || code === "insufficient_scope" || code === "cross_site";
      const wanted = needed === scope ? "" : needed === undefined ? "403 forbidden" : "403 insufficient_scope";
      const told = isRefused ? `${status} ${code}` : "";
      if (told !== wanted) wrong.push(`${operation.operationId}: ${status} ${code}`);
    }
    expect(wrong).toEqual([]);
  },
);

test("a token with several scopes may do what each of them allows", async () => {
  const secret = await tokenWith("read", "apply");
  for (const operation of operations.filter((one) => ["read", "apply"].includes(scopeOf(one) ?? ""))) {
    const { status, code } = await sentBy(secret, operation);
    expect([operation.operationId, status === 401, code]).not.toEqual([operation.operationId, true, "invalid_token"]);
    expect(["forbidden", "insufficient_scope", "cross_site"]).not.toContain(code);
  }
});
