import { CONNECTION_API, createTestApp, type TestApp, type TestAppOptions } from "@dc/bff/testing/app";
import { act, cleanup, screen } from "@testing-library/react";
import { UNSAFE_createMemoryHistory as createMemoryHistory } from "react-router";
import { vi } from "vitest";
import { paths } from "#/paths.ts";
import { createQueryClient } from "#/api/query-client.ts";
import { ConsoleRouter, openPages } from "#/app/router.tsx";
import { renderUi } from "./render-ui.tsx";

/** The console's routes with a real bff in the same process, signed in as its administrator. */
export interface OpenConsole extends AsyncDisposable {
  test: TestApp;
  location(): Pick<Location, "pathname" | "search" | "hash">;
  /** Where the console is: path below the connection, and query. */
  address(): string;
  /** Calls the server directly, in the session of the screen. */
  call<Answer>(
    method: string,
    path: string,
    schema: { parse(value: unknown): Answer },
    body?: unknown,
  ): Promise<Answer>;
  /** Renders the console at any address. */
  enter(address: string): void;
  /** Renders the console at an address below the connection, as after following a link. */
  visit(address: string): Promise<void>;
  /** As the browser's Back. */
  goBack(): Promise<void>;
  /** Waits until every call of the page is answered and no other follows. */
  settled(): Promise<void>;
}

/** More than there are between the answer to one call and the next call that follows from it. */
const QUIET_TURNS = 20;

export async function openConsole(options?: TestAppOptions): Promise<OpenConsole> {
  const test = await createTestApp(options);
  const root = paths.connection.href({ connection: test.deps.connection.id });
  let unanswered = 0;
  vi.stubGlobal("fetch", async (input: string, init: RequestInit = {}) => {
    const body = typeof init.body === "string" ? init.body : undefined;
    const headers = Object.fromEntries(new Headers(init.headers));
    unanswered += 1;
    try {
      return await test.signedIn(init.method ?? "GET", input, body, headers);
    } finally {
      unanswered -= 1;
    }
  });
  let location: () => Pick<Location, "pathname" | "search" | "hash"> = () => ({ pathname: "", search: "", hash: "" });
  let goBack = async () => {};
  const enter = (address: string) => {
    const history = createMemoryHistory({ initialEntries: [address], v5Compat: true });
    location = () => history.location;
    goBack = async () => await act(async () => history.go(-1));
    const client = createQueryClient();
    renderUi(<ConsoleRouter pages={openPages(client, history)} />, client);
  };
  return {
    test,
    location: () => location(),
    address: () => `${location().pathname}${location().search}`.replace(root, ""),
    call: async (method, path, schema, body) =>
      schema.parse(await (await test.signedIn(method, `${CONNECTION_API}${path}`, body)).json()),
    enter,
    goBack: () => goBack(),
    async settled() {
      for (let turns = 0; turns < QUIET_TURNS; turns = unanswered === 0 ? turns + 1 : 0)
        await act(async () => await new Promise((next) => setTimeout(next)));
    },
    visit: async (to) => {
      enter(`${root}${to}`);
      await screen.findByRole("heading", { level: 1 });
    },
    async [Symbol.asyncDispose]() {
      cleanup();
      vi.unstubAllGlobals();
      await test[Symbol.asyncDispose]();
    },
  };
}
