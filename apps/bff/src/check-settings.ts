import { enableCompileCache } from "node:module";
import { fileURLToPath } from "node:url";

// As for the server itself: nothing but what is imported from here on is cached.
enableCompileCache(fileURLToPath(new URL("../node_modules/.cache/compiled", import.meta.url)));

const { readSettings } = await import("./env.ts");
const { fail } = await import("./fail.ts");
const { callableProfile } = await import("./upstream/settings-profile.ts");

// Ends with one line where the server could not start with the settings of the environment. Nothing is made or opened.
try {
  callableProfile(readSettings(process.env).service);
} catch (error) {
  fail(error);
}
