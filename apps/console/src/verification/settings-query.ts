import type { VerificationSettings } from "@dc/contract";
import { queryOptions } from "@tanstack/react-query";
import { bff } from "#/api/bff.ts";

/** When the connection asks again, and its holidays. */
export const verificationSettingsQuery = queryOptions({
  queryKey: ["verifications", "settings"],
  queryFn: ({ signal }) => bff.get<VerificationSettings>("/verification-settings", { signal }),
});
