import { fireEvent, screen, waitFor } from "@testing-library/react";
import { ImportedPlans } from "@dc/contract";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, it } from "vitest";
import { switchConnection } from "#/api/connection-in-use.ts";
import { openConsole, type OpenConsole } from "#/testing/open-console.tsx";
import { renderUi } from "#/testing/render-ui.tsx";
import { PlanPicker } from "./plan-picker.tsx";

let open: OpenConsole;
beforeEach(async () => {
  open = await openConsole();
  switchConnection(open.test.deps.connection.id);
});
afterEach(() => open[Symbol.asyncDispose]());

const nothing = () => undefined;

async function showPickerOf(count: number) {
  const lines = Array.from({ length: count }, (_, index) => `ins_made${index},Payer,Plan number ${index},ppo`);
  await open.call("POST", "/plans/import", ImportedPlans, { csv: ["id,payer,plan,kind", ...lines].join("\n") });
  renderUi(
    <PlanPicker label="Plan" optionOf={() => ({ verb: "Add", on: false })} onChoose={nothing} onLeave={nothing} />,
  );
  await screen.findAllByRole("option", { name: /Plan number/ });
}

it("lists all of 64 plans", async () => {
  await showPickerOf(64);
  expect(screen.getAllByRole("option")).toHaveLength(64);
  expect(screen.queryByText(/are listed/)).toBeNull();
});

it("says how many plans of a larger catalogue it does not list, until what is typed leaves fewer", async () => {
  await showPickerOf(230);
  expect(screen.getAllByRole("option")).toHaveLength(200);
  expect(screen.getByText(/^The first 200 plans are listed, 30 more are not\./)).toBeDefined();
  fireEvent.change(screen.getByRole("combobox"), { target: { value: "number 229" } });
  await waitFor(() => expect(screen.getAllByRole("option")).toHaveLength(1));
  expect(screen.queryByText(/are listed/)).toBeNull();
});

it("tells an id that the catalogue lacks, and leads to adding it", async () => {
  await open.call("POST", "/plans/import", ImportedPlans, { csv: "id,payer\nins_made1," });
  renderUi(
    <MemoryRouter>
      <PlanPicker label="Plan" optionOf={() => ({ verb: "Add", on: false })} onChoose={nothing} onLeave={nothing} />
    </MemoryRouter>,
  );
  fireEvent.change(screen.getByRole("combobox"), { target: { value: "ins_made1" } });
  await screen.findByText("no name yet");
  expect(screen.queryByText(/The plan catalogue has no/)).toBeNull();
  fireEvent.change(screen.getByRole("combobox"), { target: { value: "ins_made2" } });
  const link = await screen.findByRole("link", { name: "add it to the catalogue" });
  await open.visit(String(link.getAttribute("href")).replace(/^\/[^/]+\/[^/]+/, ""));
  expect(await screen.findByLabelText("Plans as CSV")).toHaveProperty("value", "id,payer,plan,kind\nins_made2,");
});
