import { mkdirSync, mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CONNECTION_ID } from "#/operations/connection/save.ts";
import { CONNECTION_API, createTestApp, type TestApp } from "#/testing/app.ts";

const PAGE = `<!doctype html><meta name="console-build" content="__CONSOLE_BUILD__"><meta property="csp-nonce" nonce="__CSP_NONCE__"><script type="module" nonce="__CSP_NONCE__" src="/assets/index-a1.js"></script>`;
const SCRIPT = "console.log('hello');";

describe("the console's files", () => {
  let test: TestApp;
  let directory: string;
  let consoleDir: string;
  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), "directory-console-files-"));
    consoleDir = join(directory, "dist");
    mkdirSync(join(consoleDir, "assets"), { recursive: true });
    writeFileSync(join(directory, "secret.txt"), "outside");
    writeFileSync(join(consoleDir, "assets/index-a1.js"), SCRIPT);
    writeFileSync(join(consoleDir, "assets/index-a1.js.br"), brotliCompressSync(SCRIPT));
    writeFileSync(join(consoleDir, "assets/index-a1.js.gz"), gzipSync(SCRIPT));
    writeFileSync(join(consoleDir, "favicon.svg"), "<svg/>");
    test = await createTestApp({ consoleDir });
  });
  afterAll(async () => {
    await test[Symbol.asyncDispose]();
    rmSync(directory, { recursive: true });
  });
  const get = (path: string, headers: { [name: string]: string } = {}) => test.request("GET", path, undefined, headers);

  it("says so plainly while the console is not built, and serves it as soon as it is", async () => {
    const before = await get("/");
    expect([before.status, before.headers.get("Cache-Control")]).toEqual([503, "no-store"]);
    expect(await before.text()).toContain("The console is not built");
    writeFileSync(join(consoleDir, "index.html"), PAGE);
    expect((await get("/")).status).toBe(200);
  });

  it("the page gets a nonce of its own each time, the same in the policy, and is never kept", async () => {
    const answers = [await get("/"), await get("/")];
    const nonces = await Promise.all(
      answers.map(async (answer) => {
        const page = await answer.text();
        const nonce = /nonce="([^"]+)" src/.exec(page)?.[1] ?? "";
        expect(page).not.toContain("__CSP_NONCE__");
        expect(answer.headers.get("Content-Security-Policy")).toContain(
          `script-src 'self' 'nonce-${nonce}'; style-src 'self' 'nonce-${nonce}'`,
        );
        expect(answer.headers.get("Content-Security-Policy")).not.toContain("unsafe");
        expect(answer.headers.get("Cache-Control")).toBe("no-store");
        return nonce;
      }),
    );
    expect([new Set(nonces).size, nonces[0]?.length]).toEqual([2, 24]);
  });

  it("the page of a share link is one of its own, with a nonce, kept by nobody and listed by no search engine", async () => {
    const brief = `<!doctype html><title>Directory brief</title><script nonce="__CSP_NONCE__" src="/assets/brief.js"></script>`;
    writeFileSync(join(consoleDir, "brief.html"), brief);
    writeFileSync(join(consoleDir, "index.html"), `${PAGE} `);
    utimesSync(join(consoleDir, "index.html"), 1, 1);
    const answer = await get("/brief", { Accept: "text/html" });
    const page = await answer.text();
    expect(page).toContain("Directory brief");
    expect(page).not.toContain("__CSP_NONCE__");
    const headers = ["Cache-Control", "X-Robots-Tag", "Referrer-Policy"].map((name) => answer.headers.get(name));
    expect(headers).toEqual(["no-store", "noindex, nofollow", "no-referrer"]);
    writeFileSync(join(consoleDir, "index.html"), PAGE);
  });

  it("the page holds what it asks for first, for who is signed in alone, and no text in it is an element", async () => {
    await test.signedIn("POST", `${CONNECTION_API}/index-versions`, { name: "</script><b>Amara</b>", roster: "" });
    const list = `/c/${CONNECTION_ID}/index-versions`;
    const held = async (path: string, person: "signed in" | "nobody" = "signed in") => {
      const ask = ["GET", path, undefined, { Accept: "text/html" }] as const;
      const page = await (await (person === "nobody" ? test.request(...ask) : test.signedIn(...ask))).text();
      expect([path, page]).not.toEqual([path, expect.stringContaining("<b>Amara")]);
      const answers = page.matchAll(/<script type="application\/json" data-address="([^"]+)">([^<]*)<\/script>/g);
      return [...answers].map(([, address = "", text = ""]) => ({ address: address.replaceAll("&amp;", "&"), text }));
    };
    const answers = await held(list);
    expect(answers.map(({ address }) => address)).toEqual([
      "/api/v1/session",
      CONNECTION_API,
      `${CONNECTION_API}/index-versions?state=active&sort=need&limit=100`,
      `${CONNECTION_API}/creations?open=1&limit=100`,
    ]);
    for (const { address, text } of answers.slice(0, 2))
      expect(JSON.parse(text)).toEqual(await (await test.signedIn("GET", address)).json());
    expect(JSON.stringify(JSON.parse(answers[2]?.text ?? ""))).toContain("</script><b>Amara</b>");
    for (const [path, asked] of [
      ["/", ["/api/v1/session", "/api/v1/connections"]],
      ["/c/elsewhere/index-versions", ["/api/v1/session"]],
      [`${list}?state=archived`, ["/api/v1/session", CONNECTION_API]],
    ] as const)
      expect((await held(path)).map(({ address }) => address)).toEqual(asked);
    expect(await held(list, "nobody")).toEqual([]);
  });

  it("assets are kept for ever and come compressed when the browser can", async () => {
    const asked = ["br, gzip", "gzip", "identity", ""];
    const answers = await Promise.all(
      asked.map((encoding) => get("/assets/index-a1.js", { "Accept-Encoding": encoding })),
    );
    expect(
      answers.map(({ headers }) => [
        headers.get("Content-Encoding"),
        headers.get("Vary"),
        headers.get("Cache-Control"),
      ]),
    ).toEqual(
      ["br", "gzip", null, null].map((encoding) => [
        encoding,
        "Accept-Encoding",
        "public, max-age=31536000, immutable",
      ]),
    );
    expect(answers.map(({ headers }) => headers.get("Content-Type"))).toEqual(
      asked.map(() => "text/javascript; charset=utf-8"),
    );
    expect(await answers[2]?.text()).toBe(SCRIPT);
    const icon = await get("/favicon.svg");
    expect([icon.headers.get("Content-Type"), icon.headers.get("Cache-Control")]).toEqual([
      "image/svg+xml",
      "no-cache",
    ]);
  });

  it("any address that a person goes to is the page; a missing file is not", async () => {
    for (const path of ["/directories/idx_a/practitioners/x", "/set-up?token=x", "/index.html"]) {
      const answer = await get(path, { Accept: "text/html", "Sec-Fetch-Mode": "navigate" });
      expect([path, answer.status, answer.headers.get("Content-Type")]).toEqual([
        path,
        200,
        expect.stringMatching(/^text\/html/),
      ]);
    }
    expect((await get("/assets/gone-b2.js", { Accept: "*/*", "Sec-Fetch-Mode": "no-cors" })).status).toBe(404);
  });

  it("nothing outside the folder can be asked for", async () => {
    for (const path of [
      "/../secret.txt",
      "/%2e%2e/secret.txt",
      "/..%2fsecret.txt",
      "/assets/..%2f..%2fsecret.txt",
      "/assets/%5c..%5csecret.txt",
    ]) {
      const answer = await get(path);
      expect([path, answer.status, await answer.text()]).toEqual([path, 404, expect.not.stringContaining("outside")]);
    }
  });

  it("answers of the API name the build of the page that is served, refusals too", async () => {
    const loaded = async () => /name="console-build" content="([^"]+)"/.exec(await (await get("/")).text())?.[1];
    const named = async (path: string) => (await get(path)).headers.get("X-Console-Build");
    const before = await loaded();
    expect(before).toMatch(/^[0-9a-f]{16}$/);
    expect([await named("/api/v1/session"), await named(`${CONNECTION_API}/tokens`)]).toEqual([before, before]);
    writeFileSync(join(consoleDir, "index.html"), PAGE.replace("a1", "b2"));
    utimesSync(join(consoleDir, "index.html"), 2, 2);
    expect(await named("/api/v1/session")).not.toBe(before);
    expect(await named("/api/v1/session")).toBe(await loaded());
  });

  it("a new build shows without a restart", async () => {
    writeFileSync(join(consoleDir, "assets/index-c3.js"), "2");
    writeFileSync(join(consoleDir, "index.html"), PAGE.replace("a1", "c3"));
    utimesSync(join(consoleDir, "index.html"), 1, 1);
    expect(await (await get("/")).text()).toContain("index-c3.js");
    expect((await get("/assets/index-c3.js")).status).toBe(200);
  });

  it("a file that a build under way has removed is not there, and one that it writes after its page is", async () => {
    writeFileSync(join(consoleDir, "assets/lazy-d4.js"), "4");
    writeFileSync(join(consoleDir, "index.html"), PAGE.replace("a1", "d4"));
    utimesSync(join(consoleDir, "index.html"), 3, 3);
    const asked = { Accept: "*/*", "Sec-Fetch-Mode": "cors" };
    expect((await get("/assets/index-a1.js", asked)).status).toBe(200);
    // The folder says to have changed when it did before, as a file does that goes between looking and reading.
    const { atime, mtime } = statSync(join(consoleDir, "assets"));
    rmSync(join(consoleDir, "assets/lazy-d4.js"));
    utimesSync(join(consoleDir, "assets"), atime, mtime);
    expect((await get("/assets/lazy-d4.js", asked)).status).toBe(404);
    writeFileSync(join(consoleDir, "assets/late-d4.js"), "5");
    utimesSync(join(consoleDir, "assets"), 4, 4);
    expect((await get("/assets/late-d4.js", asked)).status).toBe(200);
    rmSync(join(consoleDir, "index.html"));
    expect([(await get("/")).status, (await get("/assets/late-d4.js", asked)).status]).toEqual([503, 200]);
  });
});
