import type { Problem } from "@dc/contract";
import { useQuery } from "@tanstack/react-query";
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { BffError } from "#/api/bff-error.ts";
import { renderUi } from "#/testing/render-ui.tsx";
import { CommandFailure } from "./command-failure.tsx";
import { anyFailure, useCommand } from "./use-command.ts";

const refusal = (field: string) =>
  new BffError({
    type: "about:blank",
    title: "",
    status: 422,
    code: "invalid_request",
    detail: "The name is too long.",
    requestId: "req_1",
    errors: [{ pointer: field, detail: "is too long" }],
  } satisfies Problem);

interface TokensProps {
  run: () => Promise<unknown>;
  isReadAfterFailure?: boolean;
  failed?: string;
}

/** The tokens by how often they were read, and a command that changes them. */
function Tokens({ run, isReadAfterFailure = false, failed }: TokensProps) {
  const { data } = useQuery({
    queryKey: ["tokens"],
    queryFn: ({ client }) => (client.getQueryData<number>(["tokens"]) ?? 0) + 1,
  });
  const { mutate, error, isPending } = useCommand({
    run,
    changes: ["token"],
    ...(isReadAfterFailure ? { rereadsAfter: anyFailure } : {}),
    ...(failed === undefined ? {} : { failed }),
  });
  return (
    <>
      <button type="button" onClick={() => mutate()}>
        Run
      </button>
      <p>{isPending ? "running" : `read ${data ?? 0}`}</p>
      <CommandFailure error={error} fields={["/name"]}>
        Nothing was made.
      </CommandFailure>
    </>
  );
}

async function runOnce(props: TokensProps) {
  renderUi(<Tokens {...props} />);
  await screen.findByText("read 1");
  fireEvent.click(screen.getByRole("button", { name: "Run" }));
}

it("reads what it changes again before it is done", async () => {
  await runOnce({ run: () => Promise.resolve() });
  expect(await screen.findByText("read 2")).toBeDefined();
  expect(screen.queryByText("read 1")).toBeNull();
});

it("says why it failed, and reads again only where a failure may have changed something", async () => {
  await runOnce({ run: () => Promise.reject(refusal("/scopes")) });
  expect((await screen.findByRole("alert")).textContent).toBe("Nothing was made. The name is too long.");
  expect(screen.getByText("read 1")).toBeDefined();
  cleanup();

  await runOnce({ run: () => Promise.reject(refusal("/scopes")), isReadAfterFailure: true });
  expect(await screen.findByText("read 2")).toBeDefined();
});

it("leaves a failure to the field that shows it, and to a toast where there is no form", async () => {
  await runOnce({ run: () => Promise.reject(refusal("/name")), failed: "The token still works." });
  expect(await screen.findByText("The token still works. The name is too long.")).toBeDefined();
  await waitFor(() => expect(screen.queryByText(/Nothing was made/)).toBeNull());
});

it("is done, and everything is read again, where the code that reads less cannot be loaded", async () => {
  vi.doMock("./refresh.ts", () => {
    throw new TypeError("Failed to fetch dynamically imported module");
  });
  try {
    await runOnce({ run: () => Promise.resolve(), failed: "Nothing was made." });
    await screen.findByText("read 2");
    expect(screen.queryByText(/Nothing was made/)).toBeNull();
  } finally {
    vi.doUnmock("./refresh.ts");
  }
});

function StoredName({ read, run }: { read: () => Promise<string>; run: () => Promise<string> }) {
  const { data } = useQuery({ queryKey: ["name"], queryFn: read });
  const { mutate } = useCommand({ run, stores: () => ["name"] });
  return (
    <>
      <button type="button" onClick={() => mutate()}>
        Rename
      </button>
      <p>Its name is {data ?? "not read"}</p>
    </>
  );
}

it("keeps its answer where what was read before it comes after it", async () => {
  const late = Promise.withResolvers<string>();
  renderUi(<StoredName read={() => late.promise} run={() => Promise.resolve("new")} />);
  fireEvent.click(screen.getByRole("button", { name: "Rename" }));
  await screen.findByText("Its name is new");
  late.resolve("old");
  // Long enough for it to be drawn.
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(screen.getByText("Its name is new")).toBeDefined();
});
