import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { extname, join, relative, sep } from "node:path";

const contentTypes: { readonly [extension: string]: string } = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/x-icon",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".map": "application/json",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".webmanifest": "application/manifest+json",
  ".webp": "image/webp",
  ".woff2": "font/woff2",
};
const encodings = [
  { name: "br", extension: ".br" },
  { name: "gzip", extension: ".gz" },
] as const;

export interface ConsoleFile {
  body: Buffer<ArrayBuffer>;
  contentType: string;
  encoding: string | null;
  /** The name contains a hash of the content, so that it can be cached forever. */
  isImmutable: boolean;
}

/** The console's built files. A path that leads out of the folder finds nothing. */
export interface ConsoleFiles {
  file(path: string, acceptEncoding: string): ConsoleFile | undefined;
  /** The page, with its placeholder for the nonce; undefined if the console is not built. */
  page(): string | undefined;
  /** The page for whoever has the link of a brief, as above. */
  readerPage(): string | undefined;
  /** Identifies the build by its page, which names every file by its hash. Undefined if the console is not built. */
  build(): string | undefined;
}

export function consoleFiles(directory: string): ConsoleFiles {
  const pagePath = join(directory, "index.html");
  let changedAt = "";
  let paths = new Map<string, string>();
  let bodies = new Map<string, Buffer<ArrayBuffer>>();
  let page: string | undefined;
  let build: string | undefined;

  // Shows a new build without a restart. It is written while requests come: its page is another one in every build, and its
  // files come and go one by one, so what is there is looked up again with each change of their folder.
  const refresh = () => {
    const now = [pagePath, join(directory, "assets")].map(changeOf).join();
    if (now === changedAt) return;
    changedAt = now;
    paths = listFiles(directory);
    bodies = new Map();
    page = undefined;
    build = undefined;
  };
  const readPage = () => {
    refresh();
    if (page !== undefined || !paths.has("/index.html")) return;
    const written = read(pagePath)?.toString("utf8");
    if (written === undefined) return;
    build = createHash("sha256").update(written).digest("hex").slice(0, 16);
    page = written.replaceAll("__CONSOLE_BUILD__", build);
  };
  /** Undefined if the file has gone since it was listed. */
  const read = (path: string) => {
    const kept = bodies.get(path);
    if (kept !== undefined) return kept;
    const body = ifThere(() => Buffer.from(readFileSync(path)));
    if (body !== undefined) bodies.set(path, body);
    return body;
  };

  return {
    file(path, acceptEncoding) {
      refresh();
      const file = paths.get(path);
      if (file === undefined || path.endsWith(".html")) return undefined;
      const accepted = new Set(acceptEncoding.split(",").map((part) => part.split(";")[0]?.trim()));
      const packed = encodings.find(({ name, extension }) => accepted.has(name) && paths.has(`${path}${extension}`));
      const body = read(packed === undefined ? file : `${file}${packed.extension}`);
      if (body === undefined) return undefined;
      return {
        body,
        contentType: contentTypes[extname(path)] ?? "application/octet-stream",
        encoding: packed?.name ?? null,
        isImmutable: path.startsWith("/assets/"),
      };
    },
    page() {
      readPage();
      return page;
    },
    readerPage() {
      refresh();
      const path = paths.get("/brief.html");
      return path === undefined ? undefined : read(path)?.toString("utf8");
    },
    build() {
      readPage();
      return build;
    },
  };
}

function listFiles(directory: string): Map<string, string> {
  const entries = ifThere(() => readdirSync(directory, { recursive: true, withFileTypes: true })) ?? [];
  const files = entries.filter((entry) => entry.isFile());
  return new Map(
    files.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return [`/${relative(directory, path).split(sep).join("/")}`, path];
    }),
  );
}

/** When a file or folder changed last; undefined if it is not there. */
function changeOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs;
}

/** What is read; undefined if the file or folder is not there. */
function ifThere<Read>(read: () => Read): Read | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}
