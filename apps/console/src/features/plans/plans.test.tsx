import { PlanPage } from "@dc/contract";
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openConsole, type OpenConsole } from "#/testing/open-console.tsx";

describe("plan catalogue", () => {
  let open: OpenConsole;
  beforeEach(async () => void (open = await openConsole()));
  afterEach(() => open[Symbol.asyncDispose]());

  it("an import says what it did, names the lines that it could not take, and the list has the rest", async () => {
    await open.visit("/plans?import=1");
    const csv =
      'id,payer,plan name,kind\nins_a1,Harbor Mutual,Choice 500,PPO\nnothing,x,y,z\nins_b2,"=cmd()",شبكة الشرق,HMO';
    fireEvent.change(await screen.findByLabelText("Plans as CSV"), { target: { value: csv } });
    fireEvent.click(screen.getByRole("button", { name: /^Import 4 lines/ }));
    await screen.findByText(/2 plans added/);
    expect(screen.getByText("Line 3")).toBeDefined();
    fireEvent.click(screen.getByRole("button", { name: "Show the catalogue" }));
    const grid = screen.getByRole("grid", { name: "Plans" });
    await within(grid).findByText("شبكة الشرق");
    expect((await open.call("GET", "/plans", PlanPage)).total).toBe(2);
  });

  it("the newest import is taken back as one, and what became of it is told", async () => {
    await open.visit("/plans?import=1");
    const csv = "id,payer,plan name\nins_a1,Harbor Mutual,Choice 500";
    fireEvent.change(await screen.findByLabelText("Plans as CSV"), { target: { value: csv } });
    fireEvent.click(screen.getByRole("button", { name: /^Import 2 lines/ }));
    fireEvent.click(await screen.findByRole("button", { name: "Take it back" }));
    fireEvent.click(screen.getByRole("button", { name: "Take it back" }));
    await screen.findByText(/1 plan removed/);
    expect((await open.call("GET", "/plans", PlanPage)).total).toBe(0);
  });

  it("what was imported is not kept as unsaved, even where the drawer was closed meanwhile", async () => {
    const asksFirst = () => !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
    await open.visit("/plans?import=1");
    const csv = await screen.findByLabelText("Plans as CSV");
    fireEvent.change(csv, { target: { value: "ins_a1,Harbor Mutual,Choice 500,PPO" } });
    expect(asksFirst()).toBe(true);
    fireEvent.click(screen.getByRole("button", { name: /^Import 1 line/ }));
    fireEvent.click(screen.getByRole("button", { name: "Close" }));
    await waitFor(() => expect(screen.queryByLabelText("Plans as CSV")).toBeNull());
    await screen.findByText("Harbor Mutual");
    await waitFor(() => expect(asksFirst()).toBe(false));
  });

  it("a file fills the field, chosen or dropped, in whatever encoding", async () => {
    await open.visit("/plans?import=1");
    const csv = await screen.findByLabelText("Plans as CSV");
    const file = (text: string) =>
      new File([Uint8Array.from(text, (letter) => letter.codePointAt(0) ?? 0)], "plans.csv", { type: "text/csv" });
    fireEvent.change(screen.getByLabelText("Choose a file", { selector: "input" }), {
      target: { files: [file("ins_a1,Größe,Choice 500,PPO")] },
    });
    await waitFor(() => expect(csv).toHaveProperty("value", "ins_a1,Größe,Choice 500,PPO"));
    expect(screen.getByLabelText("Encoding")).toHaveProperty("value", "windows-1252");
    fireEvent.drop(csv, { dataTransfer: { types: ["Files"], files: [file("ins_b2,Plain")] } });
    await waitFor(() => expect(csv).toHaveProperty("value", "ins_b2,Plain"));
    expect(screen.queryByLabelText("Encoding")).toBeNull();
    fireEvent.drop(csv, { dataTransfer: { types: ["Files"], files: [file("a,\0b\0")] } });
    await screen.findByText(/neither a workbook \(XLSX\) nor text/);
    expect(csv).toHaveProperty("value", "ins_b2,Plain");
  });

  it("a file that is refused late says nothing once another was taken", async () => {
    await open.visit("/plans?import=1");
    const csv = await screen.findByLabelText("Plans as CSV");
    const drop = (text: string) =>
      fireEvent.drop(csv, { dataTransfer: { types: ["Files"], files: [new File([text], "plans.csv")] } });
    const answers = globalThis.fetch;
    const asked: string[] = [];
    const refused = Promise.withResolvers<null>();
    vi.stubGlobal("fetch", async (to: string, init?: RequestInit) => {
      const answer = await answers(to, init);
      if (!to.endsWith("/sheet-text")) return answer;
      asked.push(to);
      if (!answer.ok) await refused.promise;
      return answer;
    });
    drop("a,\0b\0");
    await waitFor(() => expect(asked).toHaveLength(1));
    drop("ins_b2,Plain");
    await waitFor(() => expect(csv).toHaveProperty("value", "ins_b2,Plain"));
    refused.resolve(null);
    await new Promise((done) => setTimeout(done, 100));
    expect(screen.queryByText(/neither a workbook \(XLSX\) nor text/)).toBeNull();
  });

  it("what columns are said to say is remembered once the file is imported, and not where it is given up", async () => {
    const file = (name: string) => new File(["Code,Was\nins_a1,Harbor\n"], name, { type: "text/csv" });
    const choose = async (name: string) => {
      await open.visit("/plans?import=1");
      await screen.findByLabelText("Plans as CSV");
      const files = [file(name)];
      fireEvent.change(screen.getByLabelText("Choose a file", { selector: "input" }), { target: { files } });
      await screen.findByText(name);
    };
    const says = async () => await screen.findByLabelText("What column A says");
    const mapped = async () => {
      fireEvent.change(await says(), { target: { value: "planId" } });
      await waitFor(() => expect(screen.getByLabelText("Plans as CSV")).toHaveProperty("value", "plan id\nins_a1"));
    };
    await choose("tried.csv");
    await mapped();
    fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
    cleanup();
    await choose("again.csv");
    expect(await says()).toHaveProperty("value", "nothing");
    await mapped();
    fireEvent.click(screen.getByRole("button", { name: /^Import 2 lines/ }));
    await screen.findByText(/1 plan added/);
    cleanup();
    await choose("next.csv");
    await waitFor(async () => expect(await says()).toHaveProperty("value", "planId"));
  });

  it("an empty catalogue says what belongs there", async () => {
    await open.visit("/plans");
    expect(await screen.findByText("No plans yet")).toBeDefined();
  });

  it("an empty catalogue offers no import to whoever may not", async () => {
    const { signedIn } = await open.test.enter({ name: "Vera Viewer", roles: [{ role: "viewer", referrers: null }] });
    Object.assign(open.test, { signedIn });
    await open.visit("/plans");
    await screen.findByText("No plans yet");
    expect(screen.queryByRole("button", { name: "Import plans" })).toBeNull();
  });
});
