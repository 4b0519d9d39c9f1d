import { Hono } from "hono";
import type { AppEnv } from "#/http/app-env.ts";
import type { ConsoleFiles } from "#/http/console-files.ts";

const NOT_BUILT = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Directory Console</title>
<h1>The console is not built</h1><p>The server runs. Build the console with <code>npm start</code>, or run <code>pnpm dev</code>.</p></html>`;

/** The console's files, and its page for every other address. Registered last, as the fallback. */
export function consoleRoutes(files: ConsoleFiles) {
  return new Hono<AppEnv>().get("*", (c) => {
    const file = files.file(c.req.path, c.req.header("Accept-Encoding") ?? "");
    if (file !== undefined) {
      c.header("Content-Type", file.contentType);
      c.header("Cache-Control", file.isImmutable ? "public, max-age=31536000, immutable" : "no-cache");
      c.header("Vary", "Accept-Encoding");
      if (file.encoding !== null) c.header("Content-Encoding", file.encoding);
      return c.body(file.body);
    }
    // What resembles an address of the gateway is none, and no page either.
    if (/^\/+gateway(?:\/|$)/i.test(c.req.path)) return c.notFound();
    if (c.req.path !== "/" && !isNavigation(c.req.header("Sec-Fetch-Mode"), c.req.header("Accept")))
      return c.notFound();
    const page = files.page();
    c.header("Cache-Control", "no-store");
    return page === undefined ? c.html(NOT_BUILT, 503) : c.html(page.replaceAll("__CSP_NONCE__", c.get("nonce")));
  });
}

function isNavigation(fetchMode: string | undefined, accept: string | undefined): boolean {
  return fetchMode === "navigate" || (fetchMode === undefined && (accept ?? "").includes("text/html"));
}
