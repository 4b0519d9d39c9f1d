import { globSync } from "node:fs";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import react from "@vitejs/plugin-react";
import { build, defineConfig, type Plugin, type Rolldown } from "vite";

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
      await buildReaderPage(outDir);
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

/** The page for whoever has the link of a brief: built by itself, so that it loads nothing of the console. */
async function buildReaderPage(outDir: string): Promise<void> {
  await build({
    configFile: false,
    root: import.meta.dirname,
    logLevel: "warn",
    html: { cspNonce: "__CSP_NONCE__" },
    plugins: [react()],
    build: {
      outDir,
      emptyOutDir: false,
      target: "es2024",
      assetsInlineLimit: 0,
      modulePreload: false,
      copyPublicDir: false,
      rolldownOptions: { input: join(import.meta.dirname, "brief.html") },
    },
  });
}

const sources = (...paths: readonly string[]) => paths.map((path) => join(import.meta.dirname, "src", path));

/** Modules of libraries that the index of their library names and neither the shell nor the list uses. */
const askedForLater = /useQueries|queriesObserver/;
/** What the shell and the list of index versions import, however far away, unless it is asked for later. */
const firstScreen = reachedFrom(sources("main.tsx"));
/** What the shell asks for once the first screen is shown. */
const afterFirstScreen = reachedFrom(
  sources(
    "routes/screen-modules.ts",
    "app/palette/palette.tsx",
    "index-choice/index-picker-panel.tsx",
    "app/navigation/waiting-counts.tsx",
    "app/live-updates/live-updates.tsx",
    "ui/overlay/tooltips.tsx",
    "commands/refresh.ts",
  ),
);

type Graph = Pick<Rolldown.PluginContext, "getModuleInfo">;

function reachedFrom(roots: readonly string[]): (id: string, graph: Graph) => boolean {
  const reached = new Set<string>();
  return (id, graph) => {
    if (reached.size === 0) {
      const visit = (source: string) => {
        if (reached.has(source) || askedForLater.test(source)) return;
        reached.add(source);
        for (const next of graph.getModuleInfo(source)?.importedIds ?? []) visit(next);
      };
      roots.forEach(visit);
    }
    return reached.has(id);
  };
}

/** Names of two or three signs for the classes of the built console, the same in every build. */
function shortClassNames(): (name: string, file: string) => string {
  const files = globSync(join(import.meta.dirname, "src/**/*.module.css")).toSorted();
  const classes = files.map((): string[] => []);
  return (name, file) => {
    const position = files.indexOf(file);
    const known = classes[position] ?? [];
    if (!known.includes(name)) known.push(name);
    return `${position.toString(36).replaceAll(/^\d/g, "z$&")}_${known.indexOf(name).toString(36)}`;
  };
}

/** Bff to talk to while developing; the built console is served by the bff itself. */
const bffAddress = process.env["BFF_ADDRESS"] ?? "http://127.0.0.1:4600";

export default defineConfig(({ command }) => ({
  css: { modules: command === "build" ? { generateScopedName: shortClassNames() } : {} },
  html: { cspNonce: "__CSP_NONCE__" },
  plugins: [react(), precompressedAssets()],
  build: {
    target: "es2024",
    sourcemap: false,
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // What every screen has loaded by then is not named with each.
      resolveDependencies: (_, names, { hostType }) =>
        hostType === "js" ? names.filter((name) => !/\/(?:console|shell|rolldown-runtime)-/.test(name)) : names,
    },
    manifest: true,
    rolldownOptions: {
      output: {
        // Each name is sent with the first screen: seven signs tell two files of one name apart.
        entryFileNames: "assets/[name]-[hash:7].js",
        chunkFileNames: "assets/[name]-[hash:7].js",
        assetFileNames: "assets/[name]-[hash:7][extname]",
        codeSplitting: {
          // Few files and no crumbs: the first screen is one file, what it loads afterwards is one more, and another
          // screen adds one or two.
          groups: [
            { name: (id, graph) => (firstScreen(id, graph) ? "console" : null), debugName: "console", priority: 3 },
            { name: (id, graph) => (afterFirstScreen(id, graph) ? "shell" : null), debugName: "shell", priority: 2 },
            { name: "virtual-rows", test: /@tanstack[\\/](?:react-virtual|virtual-core)|virtual-rows/, priority: 1 },
            { name: "kit", test: /src[\\/](?:ui|marks)[\\/]/, priority: 0 },
            { name: "directory", test: /packages[\\/]directory[\\/]|libphonenumber-js/, priority: 0 },
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
}));
