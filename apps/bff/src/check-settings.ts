import { enableCompileCache } from "node:module";
import { join } from "node:path";
import { packageRoot } from "#/package-root.ts";

// As in the server's main file: only modules imported after this line are cached.
enableCompileCache(join(packageRoot, "node_modules/.cache/compiled"));

const { exitWithError, readSettings } = await import("#/server/settings.ts");
const { callableProfile } = await import("#/upstream/settings-profile.ts");

// Exits with a one-line error if the server could not start with the current settings. Creates and opens nothing.
try {
  callableProfile(readSettings(process.env).service);
} catch (error) {
  exitWithError(error);
}
