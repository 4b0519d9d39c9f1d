import { enableCompileCache } from "node:module";
import { join } from "node:path";
import { packageRoot } from "#/package-root.ts";

// As for the server itself: nothing but what is imported from here on is cached.
enableCompileCache(join(packageRoot, "node_modules/.cache/compiled"));

const { exitWithError, readSettings } = await import("#/server/settings.ts");
const { callableProfile } = await import("#/upstream/settings-profile.ts");

// Ends with one line where the server could not start with the settings of the environment. Nothing is made or opened.
try {
  callableProfile(readSettings(process.env).service);
} catch (error) {
  exitWithError(error);
}
