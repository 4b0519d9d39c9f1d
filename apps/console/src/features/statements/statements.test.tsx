import { KeptStatement } from "@dc/contract";
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { holdAnswers } from "#/testing/hold-answers.ts";
import { openDirectory, type OpenDirectory } from "#/testing/open-directory.ts";

let open: OpenDirectory;
beforeEach(async () => {
  open = await openDirectory();
  vi.useFakeTimers({ toFake: ["Date"], now: open.test.clock.now() });
});
afterEach(async () => {
  vi.useRealTimers();
  await open[Symbol.asyncDispose]();
});

const press = (name: string | RegExp) => fireEvent.click(screen.getByRole("button", { name }));

it("verifies once, however often that is pressed until it is told, and keeps what is typed after it", async () => {
  await open.view();
  await open.visit("/statements");
  fireEvent.click(await screen.findByRole("button", { name: "It is right" }));
  press("Remove fact 1");
  fireEvent.change(screen.getByLabelText("Name, id, phone or place"), { target: { value: open.practitionerId } });
  fireEvent.change(screen.getByLabelText("Said by"), { target: { value: "Lucía Ferrer" } });
  press("Find where it applies");
  const verify = await screen.findByRole("button", { name: /^Verify \d+ records? as/ });
  const asked: string[] = [];
  const released = Promise.withResolvers<null>();
  const answers = globalThis.fetch;
  vi.stubGlobal("fetch", async (to: string, init: RequestInit = {}) => {
    asked.push(`${init.method} ${to.replace(/^.*(?=\/)/, "")}`);
    if (to.endsWith("/reach")) await released.promise;
    return await answers(to, init);
  });
  const posted = () => asked.filter((call) => call === "POST /verifications").length;
  await waitFor(() => expect(verify).toHaveProperty("disabled", false));
  fireEvent.click(verify);
  await waitFor(() => expect(asked).toContain("POST /reach"));
  fireEvent.keyDown(document.body, { key: "Enter", ctrlKey: true });
  fireEvent.click(verify);
  released.resolve(null);
  await screen.findByText(/verified as they stand/);
  expect(posted()).toBe(1);
  expect(screen.queryByText(/^Kept since/)).toBeNull();

  fireEvent.change(screen.getByLabelText("Reason"), { target: { value: "They called back" } });
  await screen.findByText(/^Kept since/);
  const { content } = await open.call("GET", "/statements/kept", KeptStatement);
  expect(JSON.stringify(content)).toContain("They called back");
});

it("[J10] says beside the places why nothing is staged while two facts that contradict each other are ticked", async () => {
  const phone = "(408) 555-1000";
  await open.moves("outside", "phones", [{ number: "+14085551000", extension: null, label: null }]);
  await open.view();
  await open.visit("/statements");
  fireEvent.change(await screen.findByLabelText("Phone is now"), { target: { value: "(415) 555-0186" } });
  fireEvent.change(screen.getByLabelText("Instead of the number"), { target: { value: phone } });
  press("A phone is gone");
  fireEvent.change(screen.getByLabelText("Gone is the phone"), { target: { value: phone } });
  fireEvent.change(screen.getByLabelText("Said by"), { target: { value: "Lucía Ferrer" } });
  press("Find where it applies");
  for (const take of await screen.findAllByRole("button", { name: /^Take (?:these \d+|it)/ })) fireEvent.click(take);
  const note = await screen.findByText("Two facts say different things of the same value.");
  expect(note.parentElement?.textContent).toMatch(/, fact 1.*, fact 2/);
  expect(screen.getByRole("button", { name: /^Stage \d+ changes/ })).toHaveProperty("disabled", true);
});

it("takes a list that was looked up, and leaves what was typed until then", async () => {
  await open.visit("/statements");
  fireEvent.click(await screen.findByRole("radio", { name: "A list" }));
  fireEvent.change(screen.getByLabelText("Ids and names"), { target: { value: open.practitionerId } });
  const released = Promise.withResolvers<null>();
  const answers = globalThis.fetch;
  const answered: string[] = [];
  vi.stubGlobal("fetch", async (to: string, init?: RequestInit) => {
    if (to.endsWith("/statements/named")) await released.promise;
    const answer = await answers(to, init);
    answered.push(to.replace(/^.*(?=\/)/, ""));
    return answer;
  });
  press("Look up the list");
  fireEvent.click(screen.getByRole("radio", { name: "People" }));
  fireEvent.change(screen.getByLabelText("Name, id, phone or place"), { target: { value: "Nhung" } });
  released.resolve(null);
  await waitFor(() => expect(answered).toContain("/named"));
  fireEvent.click(await screen.findByRole("radio", { name: "A list" }));
  await screen.findByText("1 record taken");
  fireEvent.click(screen.getByRole("radio", { name: "People" }));
  expect(screen.getByLabelText("Name, id, phone or place")).toHaveProperty("value", "Nhung");
});

it("stays discarded though what was typed last is still being kept", async () => {
  await open.visit("/statements");
  const reason = await screen.findByLabelText("Reason");
  fireEvent.change(reason, { target: { value: "They called" } });
  await screen.findByText(/^Kept since/);
  const released = Promise.withResolvers<null>();
  const answers = globalThis.fetch;
  const answered: string[] = [];
  let isSending = false;
  vi.stubGlobal("fetch", async (to: string, init: RequestInit = {}) => {
    if (init.method === "PUT") {
      isSending = true;
      await released.promise;
    }
    const answer = await answers(to, init);
    if (to.endsWith("/statements/kept")) answered.push(init.method ?? "");
    return answer;
  });
  fireEvent.change(reason, { target: { value: "They called twice" } });
  await waitFor(() => expect(isSending).toBe(true));
  press("Discard");
  released.resolve(null);
  await waitFor(() => expect(answered.slice(0, 2)).toEqual(["PUT", "DELETE"]));
  await waitFor(() => expect(screen.getByLabelText("Reason")).toHaveProperty("value", ""));
  expect(screen.queryByText(/^Kept since/)).toBeNull();
  expect((await open.call("GET", "/statements/kept", KeptStatement)).keptAt).toBeNull();
});

it("keeps what was typed last as its page is left, where the server could not be reached before", async () => {
  await open.visit("/statements");
  const answers = globalThis.fetch;
  let isAway = false;
  const sent: string[] = [];
  vi.stubGlobal("fetch", async (to: string, init: RequestInit = {}) => {
    if (init.method !== "PUT") return await answers(to, init);
    sent.push(isAway ? "lost" : "kept");
    if (isAway) throw new TypeError("Failed to fetch");
    return await answers(to, init);
  });
  isAway = true;
  fireEvent.change(await screen.findByLabelText("Reason"), { target: { value: "They called" } });
  await waitFor(() => expect(sent).toEqual(["lost"]));
  isAway = false;
  cleanup();
  await waitFor(() => expect(sent).toEqual(["lost", "kept"]), { timeout: 9000 });
  const kept = async () => JSON.stringify(await open.call("GET", "/statements/kept", KeptStatement));
  await waitFor(async () => expect(await kept()).toContain("They called"));
});

const findsPractitioner = async () => {
  fireEvent.click(await screen.findByRole("button", { name: "It is right" }));
  press("Remove fact 1");
  fireEvent.change(screen.getByLabelText("Name, id, phone or place"), { target: { value: open.practitionerId } });
  press("Find where it applies");
};

it("ticks what applies where its page was left before that was read", async () => {
  await open.view();
  await open.visit("/statements");
  const held = holdAnswers(/^POST \/statements\/preview$/);
  await findsPractitioner();
  await waitFor(() => expect(held.asked).toHaveLength(1));
  const kept = async () => JSON.stringify(await open.call("GET", "/statements/kept", KeptStatement));
  await waitFor(async () => expect(await kept()).toContain(`"asked":{"scope":{"q"`));
  cleanup();
  held.release();
  await open.visit("/statements");
  await screen.findByRole("button", { name: /^Verify \d+ records? as/ });
  expect(screen.queryByText(/^Since you looked/)).toBeNull();
});

it("looks anew where a statement applies that was asked for before it was discarded", async () => {
  await open.view();
  await open.visit("/statements");
  await findsPractitioner();
  await screen.findByRole("button", { name: /^Verify \d+ records? as/ });
  await screen.findByText(/^Kept since/);
  const looked = holdAnswers(/^POST \/statements\/preview$/);
  looked.release();
  press("Discard");
  await waitFor(() => expect(screen.queryByText(/^Kept since/)).toBeNull());
  await findsPractitioner();
  await screen.findByRole("button", { name: /^Verify \d+ records? as/ });
  expect(looked.asked).toHaveLength(1);
});
