export type { PasskeySite } from "#/sign-in/passkeys.ts";
