import { CheckedProfile, CheckProfileInput, ProfileInForce, SaveProfileInput, StoredProfile } from "@dc/contract";
import { checkProfile } from "#/operations/profile/check.ts";
import { getProfile, getRevision } from "#/operations/profile/get.ts";
import { saveProfile } from "#/operations/profile/save.ts";
import { operation, routesOf, serviceProblems } from "#/routes/operation.ts";

export function profileRoutes() {
  return routesOf(
    "Developer",
    operation("read", "getProfile", "GET /profile", {
      summary: "Get the service profile in force, its source and its revisions",
      answer: [200, "The profile; the newest saved revision takes precedence over SERVICE_PROFILE", ProfileInForce],
      call: ({ context }) => getProfile(context),
    }),
    operation("read", "getProfileRevision", "GET /profile/revisions/{number}", {
      summary: "Get the content of a revision",
      answer: [200, "The revision", StoredProfile],
      problems: ["not_found"],
      call: ({ context, params }) => getRevision(context, params.number),
    }),
    operation("profile", "checkProfile", "POST /profile/check", {
      summary: "Check a profile and try it on records; nothing is changed",
      body: CheckProfileInput,
      answer: [200, "The problems of the profile, and what each meaning found", CheckedProfile],
      problems: serviceProblems,
      call: ({ context, body }) => checkProfile(context, body),
    }),
    operation("profile", "saveProfile", "PUT /profile", {
      summary: "Save a profile as the newest revision, in force at once; null returns to the profile of the settings",
      body: SaveProfileInput,
      answer: [200, "The profile that is now in force", ProfileInForce],
      problems: ["version_mismatch", "conflict"],
      current: ({ context }) => getProfile(context),
      call: ({ context, body }) => saveProfile(context, body),
    }),
  );
}
