import { BookingCheck as BookingCheckAnswer, Creation } from "@dc/contract";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { holdAnswers } from "#/testing/hold-answers.ts";
import { openConsole, type OpenConsole } from "#/testing/open-console.tsx";

const press = (name: string | RegExp) => fireEvent.click(screen.getByRole("button", { name }));
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const patient = { first: "Quillon", last: "Zanzibarr", born: "1931-02-03" };

describe.each([
  ["default", {}],
  ["respelled", { sandbox: { spelling: "respelled" as const }, profile: "of the sandbox" as const }],
])("booking check in the %s spelling", (_name, options) => {
  let open: OpenConsole;
  let indexId: string;
  let scheduleId: string;
  beforeEach(async () => {
    open = await openConsole(options);
    scheduleId = open.test.sandbox.samples.roster.trim().split("\n")[1] ?? "";
    const creation = await open.call("POST", "/index-versions", Creation, { name: "Referrer A", roster: scheduleId });
    indexId = creation.indexId ?? "";
    await open.test.deps.background.idle();
  });
  afterEach(() => open[Symbol.asyncDispose]());

  const visit = async (more = "") => {
    await open.visit(`/booking-check?index=${indexId}&schedule=${scheduleId}${more}`);
    await screen.findByRole("heading", { name: "Booking procedure" });
  };
  const chooseFirstPlan = () => {
    const table = screen.getByRole("table", { name: "Accepted insurances" });
    const [first] = within(table).getAllByRole("button");
    if (first !== undefined) fireEvent.click(first);
  };
  const chooseFirstSlot = async () => {
    await waitFor(() => expect(document.querySelectorAll("button[aria-label*=' min']").length).toBeGreaterThan(0));
    const first = document.querySelector("button[aria-label*=' min']");
    if (first !== null) fireEvent.click(first);
  };
  const createPatient = async () => {
    fireEvent.click(screen.getByRole("radio", { name: "Create in test" }));
    type("First name", patient.first);
    type("Last name", patient.last);
    type("Date of birth", patient.born);
    press("Create the patient in test");
    await screen.findByRole("button", { name: "Clear this patient" });
  };

  it("the schedule that is typed is checked, where Enter comes before the roster is searched for it", async () => {
    await open.visit("/booking-check");
    const schedules = await screen.findByRole("list", { name: "Schedules of the roster" });
    await waitFor(() => expect(within(schedules).getAllByRole("button").length).toBe(1));
    const held = holdAnswers(/\/roster\?/);
    type("Schedule", "another_schedule");
    fireEvent.submit(screen.getByRole("button", { name: "Check this schedule" }));
    await waitFor(() => expect(held.asked).toHaveLength(1));
    expect(open.address()).not.toContain("schedule=");
    held.release();
    await waitFor(() => expect(open.address()).toContain("schedule=another_schedule"));
  });

  it("a schedule is chosen from the roster, and a plan of it is accepted", async () => {
    await open.visit("/booking-check");
    const schedules = await screen.findByRole("list", { name: "Schedules of the roster" });
    await waitFor(() => expect(within(schedules).getAllByRole("button").length).toBe(1));
    fireEvent.click(within(schedules).getAllByRole("button")[0] ?? schedules);
    await screen.findByRole("heading", { name: "Booking procedure" });
    chooseFirstPlan();
    await screen.findByText("Accepted:");
    expect(open.address()).toContain("plan=");
    expect(screen.getByText(/the schedule’s own time zone/)).toBeDefined();
  });

  it("a patient is created, a slot is booked, and the result is reported as simulated", async () => {
    await visit();
    chooseFirstPlan();
    await createPatient();
    await chooseFirstSlot();
    press("Book this slot in test");
    await screen.findByText("Simulated:");
    expect(open.address()).not.toContain(patient.last);
    press("Clear this patient");
    expect(document.body.textContent).not.toContain(patient.last);
    type("Name", `${patient.first} ${patient.last}`);
    type("Date of birth", patient.born);
    press("Find the patient");
    await screen.findByRole("button", { name: "Clear this patient" });
    expect(JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)])).not.toContain(patient.last);
  });

  it("an unknown booking is reported as unknown, and its slot is not offered again", async () => {
    await visit();
    chooseFirstPlan();
    await createPatient();
    await chooseFirstSlot();
    await open.test.sandbox.control.request("/faults", {
      method: "POST",
      body: JSON.stringify({ kind: "reset-after", path: "appointments|bookings" }),
      headers: { "Content-Type": "application/json" },
    });
    press("Book this slot in test");
    await screen.findByText(/It may be booked; it is not sent again/);
    expect(screen.queryByRole("button", { name: "Book this slot in test" })).toBeNull();
  });

  const fault = async (rule: object) =>
    await open.test.sandbox.control.request("/faults", {
      method: "POST",
      body: JSON.stringify(rule),
      headers: { "Content-Type": "application/json" },
    });

  it("what was refused of a slot is no longer told beside another one, and one that is no longer open is not chosen", async () => {
    await visit();
    chooseFirstPlan();
    await createPatient();
    await chooseFirstSlot();
    await fault({ kind: "status", status: 422, path: "appointments|bookings" });
    const failures = () => document.querySelectorAll("[role=alert]").length;
    const before = failures();
    press("Book this slot in test");
    await waitFor(() => expect(failures()).toBe(before + 1));
    const slots = () => [...document.querySelectorAll<HTMLButtonElement>("button[aria-label*=' min']")];
    const [, second] = slots();
    if (second === undefined) throw new Error("one slot alone is open");
    fireEvent.click(second);
    expect(failures()).toBe(before);
    expect(second.getAttribute("aria-pressed")).toBe("true");
    const times = second.textContent;
    const answers = globalThis.fetch;
    vi.stubGlobal("fetch", async (to: string, init?: RequestInit) => {
      const answer = await answers(to, init);
      if (!/\/booking-check\/[^/]+(?:\?|$)/.test(to)) return answer;
      const check = BookingCheckAnswer.parse(await answer.json());
      for (const side of Object.values(check.slots)) if (side.state === "read") side.items.splice(1, 1);
      return Response.json(check);
    });
    press("Read now");
    await waitFor(() => expect(slots()[1]?.textContent).not.toBe(times));
    await screen.findByText("Choose an open slot first.");
    expect(slots().some((slot) => slot.getAttribute("aria-pressed") === "true")).toBe(false);
  });

  it("another patient is created once one whose creation is unknown was found and cleared", async () => {
    await visit();
    chooseFirstPlan();
    await fault({ kind: "reset-after", method: "POST|PUT", times: 1 });
    fireEvent.click(screen.getByRole("radio", { name: "Create in test" }));
    type("First name", patient.first);
    type("Last name", patient.last);
    type("Date of birth", patient.born);
    press("Create the patient in test");
    await screen.findByText(/The patient may exist; it is not sent again/);
    fireEvent.click(screen.getByRole("radio", { name: "Find" }));
    type("Name", `${patient.first} ${patient.last}`);
    type("Date of birth", patient.born);
    press("Find the patient");
    fireEvent.click(await screen.findByRole("button", { name: "Clear this patient" }));
    fireEvent.click(screen.getByRole("radio", { name: "Create in test" }));
    expect(screen.queryByText(/The patient may exist/)).toBeNull();
    expect(screen.getByRole("button", { name: "Create the patient in test" })).toBeDefined();
  });

  it("that nobody was found is no longer told of another name", async () => {
    await visit();
    type("Name", "Nobody Atall");
    type("Date of birth", patient.born);
    press("Find the patient");
    await screen.findByText(/^No patient found/);
    type("Name", `${patient.first} ${patient.last}`);
    expect(screen.queryByText(/^No patient found/)).toBeNull();
  });

  it("in live mode neither a patient nor a booking is offered", async () => {
    open.test.deps.connection.mode = "live";
    await visit();
    expect(screen.queryByRole("button", { name: /Find the patient|Create the patient|Book this slot/ })).toBeNull();
    expect(screen.getAllByText("not offered in live").length).toBe(2);
    expect(document.querySelectorAll("button[aria-label*=' min']").length).toBe(0);
  });
});
