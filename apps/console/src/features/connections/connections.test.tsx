import { ConnectionList, ListedConnection } from "@dc/contract";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { openConsole } from "#/testing/open-console.tsx";

const [here, elsewhere] = ["http://127.0.0.9:9", "http://127.0.0.9:10"];

it("another base address asks for the key once more, and is not saved without it", async () => {
  await using open = await openConsole({ serviceAddresses: `${here},${elsewhere}` });
  const added = await open.test.signedIn("POST", "/api/v1/connections", {
    name: "Westside Spine",
    mode: "test",
    baseUrl: here,
    apiKey: "test_other_key_0000",
    apiVersion: null,
    profile: "default",
    requestBudget: null,
    staleAfterHours: 24,
    recordsAtOnce: 4,
  });
  const { id } = ListedConnection.parse(await added.json());
  const saved = async () => {
    const { items } = ConnectionList.parse(await (await open.test.signedIn("GET", "/api/v1/connections")).json());
    return items.find((connection) => connection.id === id)?.baseUrl;
  };
  await open.visit("/connections");
  fireEvent.click(await screen.findByRole("button", { name: "Open Westside Spine" }));
  const address = await screen.findByLabelText("Base address");
  const key = () => screen.queryByLabelText("Key for this address");
  expect(key()).toBeNull();
  fireEvent.change(address, { target: { value: elsewhere } });
  fireEvent.click(screen.getByRole("button", { name: "Save the connection" }));
  expect(await screen.findByText(/^Enter the key once more/)).toBeDefined();
  expect(await saved()).toBe(here);

  fireEvent.change(key() ?? address, { target: { value: "test_other_key_0001" } });
  fireEvent.click(screen.getByRole("button", { name: "Save the connection" }));
  await waitFor(async () => expect(await saved()).toBe(elsewhere));
});
