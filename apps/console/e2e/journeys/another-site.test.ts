import type { Request } from "@playwright/test";
import { listen } from "@dc/bff/testing/listen";
import { signIn } from "#e2e/stack/console-api.ts";
import { expect, test, useTestStack } from "./journey-test.ts";

const stack = useTestStack();

/** Acts as a hostile page: sends all that a page can send, with the visitor's cookies, and waits until all was answered. */
async function attack({ api, isFramed }: { api: string; isFramed: boolean }): Promise<void> {
  const json = '{"name":"Forged"}';
  const typed = (type: string) => ({ body: json, headers: { "Content-Type": type } });
  const contents = [
    {},
    { body: json },
    { body: new Blob([json]) },
    { body: new URLSearchParams({ name: "Forged" }) },
    ...["application/json", "text/plain", "application/x-www-form-urlencoded"].map(typed),
    { ...typed("application/json"), headers: { "Content-Type": "application/json", "X-Directory-Console": "1" } },
  ];
  const asked: Promise<unknown>[] = [];
  for (const [method, path] of [
    ["POST", "/referrers"],
    ["PATCH", "/referrers/ref_0000000000000000"],
    ["PUT", "/approval-settings"],
    ["DELETE", "/tokens/tok_0000000000000000"],
  ] as const)
    for (const content of contents)
      for (const mode of ["cors", "no-cors"] as const)
        asked.push(fetch(api + path, { method, mode, credentials: "include", ...content }).catch(() => undefined));
  await Promise.all(asked);
  if (isFramed) return;
  for (const enctype of ["application/x-www-form-urlencoded", "multipart/form-data", "text/plain"]) {
    const frame = document.createElement("iframe");
    frame.name = enctype;
    document.body.append(frame);
    const form = document.createElement("form");
    Object.assign(form, { method: "post", action: `${api}/referrers`, target: enctype, enctype });
    const field = document.createElement("input");
    Object.assign(field, { name: '{"name":"Forged","rest":"', value: '"}' });
    form.append(field);
    document.body.append(form);
    const answered = new Promise((resolve) => frame.addEventListener("load", resolve, { once: true }));
    form.submit();
    await answered;
  }
}

for (const host of ["127.0.0.1", "localhost"])
  test(`a page at another port of ${host} changes nothing for who is signed in`, async ({ page, context, watch }) => {
    watch.allowConsoleLine(/blocked by CORS policy|status of 403|ERR_FAILED|ERR_BLOCKED_BY_RESPONSE|frame-ancestors/);
    const api = await signIn(page, stack());
    const before = await api.call("GET", "/referrers");
    await using other = await listen((request, response) => {
      response.setHeader("Content-Type", "text/html");
      response.end(request.url === "/framed" ? "framed" : '<iframe sandbox="allow-scripts" src="/framed"></iframe>');
    });
    const sent: Request[] = [];
    context.on("request", (request) => {
      if (request.url().startsWith(stack().origin) && request.method() !== "OPTIONS") sent.push(request);
    });
    const target = `${stack().origin}/api/v1/connections/${stack().pages.split("/").at(-1) ?? ""}`;
    await page.goto(`http://${host}:${other.port}/`);
    await page.evaluate(attack, { api: target, isFramed: false });
    const framed = page.frames().find((frame) => frame.url().endsWith("/framed"));
    expect(framed, "the frame without an origin").toBeDefined();
    await framed?.evaluate(attack, { api: target, isFramed: true });
    // The page is told nothing of most answers; what can be seen of the others says that they were refused.
    const answers = await Promise.all(sent.map(async (request) => (await request.response())?.status() ?? 403));
    expect([...new Set(answers)]).toEqual([403]);
    expect(sent.filter((request) => request.method() === "POST").length).toBeGreaterThan(20);
    // Another port is the same site, so that the cookie goes along and only the check of the origin stands against it.
    const headers = await Promise.all(sent.map(async (request) => await request.allHeaders()));
    expect(headers.some(({ cookie }) => cookie !== undefined)).toBe(host === "127.0.0.1");
    expect(await api.call("GET", "/referrers")).toEqual(before);
  });
