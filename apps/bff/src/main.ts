import { enableCompileCache } from "node:module";
import { join } from "node:path";
import { packageRoot } from "#/package-root.ts";
import { startEngineThread } from "#/store/engine/worker-engine.ts";

// What was compiled once is not compiled again at the next start; where the cache cannot be written there is none. Only what
// is imported from here on is cached, so this file imports next to nothing.
process.env["NODE_COMPILE_CACHE"] ??= join(packageRoot, "node_modules/.cache/compiled");
enableCompileCache(process.env["NODE_COMPILE_CACHE"]);

// The engine takes longest to load: its thread begins first, and is told later which directory to open.
const engineThread = process.env["DATABASE_URL"] === undefined ? startEngineThread() : undefined;

const { serve } = await import("#/server/serve.ts");
await serve(engineThread);
