import { enableCompileCache } from "node:module";
import { join } from "node:path";
import { packageRoot } from "#/package-root.ts";
import { startEngineThread } from "#/store/engine/worker-engine.ts";

// Caches compiled code for the next start, if the cache can be written. Only modules imported after this line are
// cached, so this file imports as little as possible.
process.env["NODE_COMPILE_CACHE"] ??= join(packageRoot, "node_modules/.cache/compiled");
enableCompileCache(process.env["NODE_COMPILE_CACHE"]);

// The engine takes longest to load, so its thread starts first and gets the directory later.
const engineThread = process.env["DATABASE_URL"] === undefined ? startEngineThread() : undefined;

const { serve } = await import("#/server/serve.ts");
await serve(engineThread);
