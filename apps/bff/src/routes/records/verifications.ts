import {
  SaveVerificationSettingsInput,
  Verified,
  VerificationExportQuery,
  VerificationPage,
  VerificationQuery,
  VerificationRow,
  VerificationSettings,
  VerifyInput,
} from "@dc/contract";
import { exportVerifications } from "#/operations/verifications/export.ts";
import { listVerifications } from "#/operations/verifications/list.ts";
import { getVerificationSettings, saveVerificationSettings } from "#/operations/verifications/settings.ts";
import { verify } from "#/operations/verifications/verify.ts";
import { exportOperation, operation, routesOf } from "#/routes/operation.ts";

export function verificationRoutes() {
  return routesOf(
    "Verifications",
    operation("read", "listVerifications", "GET /verifications", {
      summary: "List the practitioners to be verified again, each with the directories that list them",
      query: VerificationQuery,
      answer: [200, "By place, and the earliest first", VerificationPage],
      call: ({ context, query }) => listVerifications(context, query),
    }),
    exportOperation("read", "exportVerifications", "/verifications/export", {
      summary: "Export the practitioners to be verified again, with the directories that list them",
      query: VerificationExportQuery,
      item: VerificationRow,
      name: "verified",
      call: ({ context, query }) => exportVerifications(context, query),
    }),
    operation("stage", "verifyRecords", "POST /verifications", {
      summary: "Say that records, practitioners or whole directories are right as they stand; no value changes",
      body: VerifyInput,
      answer: [200, "What was verified, and what was left out", Verified],
      problems: ["not_found", "wrong_state", "standard_index_read_only"],
      call: ({ context, body }) => verify(context, body),
    }),
    operation("read", "getVerificationSettings", "GET /verification-settings", {
      summary: "Get after how many days what was verified is to be verified again",
      answer: [200, "The setting of the connection", VerificationSettings],
      call: ({ context }) => getVerificationSettings(context),
    }),
    operation("connection", "saveVerificationSettings", "PUT /verification-settings", {
      summary: "Set after how many days what was verified is to be verified again",
      body: SaveVerificationSettingsInput,
      answer: [200, "The setting of the connection", VerificationSettings],
      problems: ["version_mismatch"],
      current: ({ context }) => getVerificationSettings(context),
      call: ({ context, body }) => saveVerificationSettings(context, body),
    }),
  );
}
