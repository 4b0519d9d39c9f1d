import { enableCompileCache } from "node:module";
import { join } from "node:path";
import { packageRoot } from "#/package-root.ts";

// Caches compiled code for the next start, if the cache can be written. Only modules imported after this line are
// cached, so this file imports as little as possible.
process.env["NODE_COMPILE_CACHE"] ??= join(packageRoot, "node_modules/.cache/compiled");
enableCompileCache(process.env["NODE_COMPILE_CACHE"]);

// The engine takes longest to load, so it is opened while everything else is loaded.
const engine =
  process.env["DATABASE_URL"] === undefined
    ? (await import("#/store/engine/early-engine.ts")).openEngineEarly(process.env)
    : undefined;

const { serve } = await import("#/server/serve.ts");
await serve(engine);
