import { Session } from "@dc/contract";
import { type Context, Hono } from "hono";
import type { AppEnv } from "#/http/app-env.ts";
import type { ConsoleFiles } from "#/http/console-files.ts";

const NOT_BUILT = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Directory Console</title>
<h1>The console is not built</h1><p>The server runs. Build the console with <code>npm start</code>, or run <code>pnpm dev</code>.</p></html>`;

/** What a page asks for first, below its connection. */
const ADDRESSES_OF: { readonly [page: string]: readonly string[] } = {
  "/overview": ["/overview"],
  "/index-versions": ["/index-versions?state=active&sort=need&limit=100", "/creations?open=1&limit=100"],
};

type Ask = (address: string, c: Context<AppEnv>) => Promise<Response>;

/** The console's files, and its page for every other address. Registered last, as the fallback. */
export function consoleRoutes(files: ConsoleFiles, ask: Ask) {
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
    const isBrief = c.req.path === "/brief";
    const page = isBrief ? files.readerPage() : files.page();
    c.header("Cache-Control", "no-store");
    if (page === undefined) return c.html(NOT_BUILT, 503);
    if (isBrief) {
      c.header("X-Robots-Tag", "noindex, nofollow");
      return c.html(page.replaceAll("__CSP_NONCE__", c.get("nonce")));
    }
    const [start = "", end = ""] = page.replaceAll("__CSP_NONCE__", c.get("nonce")).split("</body>");
    const parts = async function* () {
      // The browser loads the scripts while the answers are read.
      yield start;
      yield* pageAnswers(c, ask);
      yield `</body>${end}`;
    };
    c.header("Content-Type", "text/html; charset=UTF-8");
    return c.body(ReadableStream.from(parts()).pipeThrough(new TextEncoderStream()));
  });
}

/** What the page would ask for first, as elements that no browser runs; of who is not signed in, or not known yet, nothing. */
async function* pageAnswers(c: Context<AppEnv>, ask: Ask): AsyncGenerator<string> {
  const answerOf = async (address: string) => {
    const answer = await ask(address, c);
    return answer.ok ? await answer.text() : null;
  };
  const elementOf = (address: string, answer: string | null) =>
    answer === null
      ? ""
      : `<script type="application/json" data-address="${address.replaceAll("&", "&amp;")}">${answer.replaceAll("<", "\\u003c")}</script>`;
  const session = "/api/v1/session";
  const answer = await answerOf(session);
  if (answer === null || Session.parse(JSON.parse(answer)).person === null) return;
  yield elementOf(session, answer);
  const [, id, rest] = /^\/c\/([\w-]+)(.*)$/.exec(c.req.path) ?? [];
  const connection = id === undefined ? "/api/v1/connections" : `/api/v1/connections/${id}`;
  yield elementOf(connection, await answerOf(connection));
  if (new URL(c.req.url).search !== "") return;
  const addresses = (ADDRESSES_OF[rest ?? ""] ?? []).map((address) => `${connection}${address}`);
  const answers = await Promise.all(addresses.map(answerOf));
  yield addresses.map((address, position) => elementOf(address, answers[position] ?? null)).join("");
}

function isNavigation(fetchMode: string | undefined, accept: string | undefined): boolean {
  return fetchMode === "navigate" || (fetchMode === undefined && (accept ?? "").includes("text/html"));
}
