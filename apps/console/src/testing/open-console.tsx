import { createTestApp, type TestApp, type TestAppOptions } from "@dc/bff/testing/app";
import { screen } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { vi } from "vitest";
import { createQueryClient } from "#/api/query-client.ts";
import { routesWith } from "#/app/router.tsx";
import { renderUi } from "./render-ui.tsx";

/** The console's routes with a real bff in the same process, signed in as its administrator. */
export interface OpenConsole extends AsyncDisposable {
  test: TestApp;
  /** Where the console is: path and query. */
  address(): string;
  /** Calls the server directly, in the session of the screen. */
  call<Answer>(
    method: string,
    path: string,
    schema: { parse(value: unknown): Answer },
    body?: unknown,
  ): Promise<Answer>;
  /** Renders the console at an address, as after following a link. */
  visit(address: string): Promise<void>;
}

export async function openConsole(options?: TestAppOptions): Promise<OpenConsole> {
  const test = await createTestApp(options);
  vi.stubGlobal("fetch", async (input: string, init: RequestInit = {}) => {
    const body = typeof init.body === "string" ? init.body : undefined;
    return await test.signedIn(init.method ?? "GET", input, body);
  });
  let address = () => "";
  return {
    test,
    address: () => address(),
    call: async (method, path, schema, body) =>
      schema.parse(await (await test.signedIn(method, `/api/v1${path}`, body)).json()),
    visit: async (to) => {
      const client = createQueryClient();
      const router = createMemoryRouter(routesWith(client), { initialEntries: [to] });
      address = () => `${router.state.location.pathname}${router.state.location.search}`;
      renderUi(<RouterProvider router={router} />, client);
      await screen.findByRole("heading", { level: 1 }, { timeout: 10_000 });
    },
    async [Symbol.asyncDispose]() {
      vi.unstubAllGlobals();
      await test[Symbol.asyncDispose]();
    },
  };
}
