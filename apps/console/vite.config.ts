import { readdir, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

const compressible = /\.(?:js|css|svg|json)$/;

/** Writes `.br` and `.gz` beside each built text asset, so that the server never compresses while answering. */
function precompressedAssets(): Plugin {
  let outDir = "";
  return {
    name: "precompressed-assets",
    apply: "build",
    configResolved: (config) => {
      outDir = resolve(config.root, config.build.outDir);
    },
    closeBundle: async () => {
      const entries = await readdir(outDir, { recursive: true, withFileTypes: true });
      const files = entries.filter((entry) => entry.isFile() && compressible.test(entry.name));
      await Promise.all(
        files.map(async (entry) => {
          const path = join(entry.parentPath, entry.name);
          const body = await readFile(path);
          const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: body.length };
          await writeFile(`${path}.br`, await promisify(brotliCompress)(body, { params }));
          await writeFile(`${path}.gz`, await promisify(gzip)(body, { level: 9 }));
        }),
      );
    },
  };
}

/** zod carries a writer of JSON Schema in every schema; the console only parses, so it is left out of the bundle (5 KiB). */
function withoutJsonSchema(): Plugin {
  return {
    name: "without-json-schema",
    apply: "build",
    transform: {
      filter: { id: /[\\/]zod[\\/]v4[\\/]core[\\/](?:json-schema-processors|to-json-schema)\.js$/ },
      handler: (code) => {
        const names = [...code.matchAll(/^export (?:const|function|class) (\w+)/gm)].map(([, name]) => `none as ${name}`);
        return { code: `const none = () => none;\nexport { ${names.join(", ")} };\n`, map: null };
      },
    },
  };
}

/** zod tries `new Function` unless told not to; the policy refuses it, and the browser reports the try. */
function withoutEval(): Plugin {
  const asWritten = "_a.__zod_globalConfig = {}";
  return {
    name: "without-eval",
    apply: "build",
    transform: {
      filter: { id: /[\\/]zod[\\/]v4[\\/]core[\\/]core\.js$/ },
      handler: (code) => {
        if (!code.includes(asWritten)) throw new Error("zod keeps its configuration elsewhere now: see withoutEval in vite.config.ts");
        return { code: code.replace(asWritten, "_a.__zod_globalConfig = { jitless: true }"), map: null };
      },
    },
  };
}

/** Bff to talk to while developing; the built console is served by the bff itself. */
const bffAddress = process.env["BFF_ADDRESS"] ?? "http://127.0.0.1:4600";

export default defineConfig({
  html: { cspNonce: "__CSP_NONCE__" },
  plugins: [react(), withoutJsonSchema(), withoutEval(), precompressedAssets()],
  build: {
    target: "es2023",
    sourcemap: false,
    assetsInlineLimit: 0,
    manifest: true,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Few files and no crumbs: what almost every screen needs comes in three, and a screen is one more.
          groups: [
            { name: "react", test: /[\\/]node_modules[\\/](?:react-dom|react|scheduler)[\\/]/, priority: 3 },
            { name: "data", test: /[\\/]node_modules[\\/](?:zod|@tanstack[\\/](?:query-core|react-query))[\\/]|packages[\\/]contract[\\/]|src[\\/]api[\\/]/, priority: 2 },
            { name: "kit", test: /[\\/]node_modules[\\/]@tanstack[\\/]|src[\\/]ui[\\/]/, priority: 1 },
          ],
        },
      },
    },
  },
  server: {
    host: "127.0.0.1",
    proxy: Object.fromEntries(
      ["/api", "/gateway", "/healthz", "/readyz"].map((path) => [path, { target: bffAddress, changeOrigin: false }]),
    ),
  },
});
