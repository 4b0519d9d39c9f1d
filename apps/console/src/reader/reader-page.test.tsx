import { CONNECTION_API } from "@dc/bff/testing/app";
import { Brief, ClaimList, CreatedShareLink, Creation, SettledClaim } from "@dc/contract";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { openConsole } from "#/testing/open-console.tsx";
import { renderUi } from "#/testing/render-ui.tsx";
import { ReaderPage } from "./reader-page.tsx";

/** The page of a link to the brief of a directory with some practitioners. */
async function openReader() {
  const open = await openConsole();
  const { indexId } = await open.call("POST", "/index-versions", Creation, {
    name: "Elm",
    referrer: { name: "Dr. Elm", practitionerId: null },
    roster: open.test.sandbox.samples.roster.split("\n").slice(1, 12).join("\n"),
  });
  await open.test.deps.background.idle();
  const root = `/index-versions/${indexId ?? ""}`;
  const { secret, link } = await open.call("POST", `${root}/share-links`, CreatedShareLink, { sharedWith: "Dr. Elm" });
  const answers = globalThis.fetch;
  vi.stubGlobal("fetch", async (to: string, { method, body, headers }: RequestInit = {}) =>
    to.includes("/shared-brief")
      ? await open.test.request(
          method ?? "GET",
          to,
          typeof body === "string" ? JSON.parse(body) : undefined,
          Object.fromEntries(new Headers(headers)),
        )
      : await answers(to),
  );
  const page = renderUi(<ReaderPage secret={secret} />);
  await screen.findByRole("heading", { level: 2, name: "Dr. Elm" });
  const claims = async () => (await open.call("GET", `${root}/claims`, ClaimList)).items;
  const revoke = async () => {
    const { status } = await open.test.signedIn("DELETE", `${CONNECTION_API}${root}/share-links/${link.id}`);
    expect(status).toBe(204);
  };
  return { ...open, root, secret, page, claims, revoke, [Symbol.asyncDispose]: () => open[Symbol.asyncDispose]() };
}

const buttons = (says: "right" | "wrong") => screen.getAllByRole("button", { name: new RegExp(`^This is ${says}: `) });

const buttonsShown = () => screen.queryAllByRole("button", { name: /^This is / }).length;

it("[X4] keeps each of many answers that are given at once, and none twice", async () => {
  await using open = await openReader();
  const [first, ...others] = buttons("right");
  if (first === undefined) throw new Error("the brief has nobody");
  fireEvent.click(first);
  fireEvent.change(screen.getByLabelText("Your name"), { target: { value: "Lucía" } });
  fireEvent.click(screen.getByRole("button", { name: /^Send to / }));
  await screen.findByText("You confirmed it", { exact: false });
  const some = others.slice(0, 3);
  for (const button of [...some, ...some]) fireEvent.click(button);
  await waitFor(() => expect(screen.getAllByText("You confirmed it", { exact: false })).toHaveLength(4));
  expect(await open.claims()).toHaveLength(4);
});

it("[X4] takes another answer about what was settled", async () => {
  await using open = await openReader();
  const [button] = buttons("wrong");
  if (button === undefined) throw new Error("the brief has nobody");
  const answer = (words: string, to: HTMLElement) => {
    fireEvent.click(to);
    fireEvent.change(screen.getByLabelText("What should it say?"), { target: { value: words } });
    fireEvent.change(screen.getByLabelText("Your name"), { target: { value: "Lucía" } });
    fireEvent.click(screen.getByRole("button", { name: /^Send to / }));
  };
  const count = buttons("wrong").length;
  answer("(415) 555-0174", button);
  await screen.findByRole("button", { name: "Undo" });
  expect(buttons("wrong")).toHaveLength(count - 1);
  const [claim] = await open.claims();
  await open.call("POST", `${open.root}/claims/${claim?.id}/settle`, SettledClaim, { as: "correcting" });

  open.page.unmount();
  renderUi(<ReaderPage secret={open.secret} />);
  const told = await screen.findByText("It is being corrected.", { exact: false });
  const again = [...(told.closest("li")?.querySelectorAll("button") ?? [])].find(({ ariaLabel, textContent }) =>
    (ariaLabel ?? textContent).startsWith("This is wrong"),
  );
  if (again === undefined) throw new Error("it cannot be answered again");
  answer("It still says the old number", again);
  await screen.findByRole("button", { name: "Undo" });
  expect(await open.claims()).toMatchObject([{ words: "It still says the old number" }]);
});

it("[X4] takes answers line by line: that somebody left, and that a number of another line is wrong, with what it reads as", async () => {
  await using open = await openReader();
  const [gone, kept] = (await open.call("GET", `${open.root}/brief`, Brief)).items;
  open.test.clock.advance(1000);
  const entry = `${CONNECTION_API}${open.root}/roster/practitioner/${gone?.practitionerId}`;
  expect((await open.test.signedIn("DELETE", entry)).ok).toBe(true);
  const { secret } = await open.call("POST", `${open.root}/share-links`, CreatedShareLink, { sharedWith: "Elm" });
  open.page.unmount();
  renderUi(<ReaderPage secret={secret} />);
  const left = `${gone?.name} left this directory.`;
  fireEvent.click(await screen.findByRole("button", { name: `This is right: ${left}` }));
  fireEvent.change(screen.getByLabelText("Your name"), { target: { value: "Lucía" } });
  fireEvent.click(screen.getByRole("button", { name: /^Send to / }));
  expect((await screen.findByText("You confirmed it", { exact: false })).closest("li")?.textContent).toContain(left);

  open.test.clock.advance(1000);
  fireEvent.click(screen.getByRole("button", { name: `This is wrong: ${kept?.name}` }));
  fireEvent.change(screen.getByLabelText(/^What should it say\?/), { target: { value: "(415) 555" } });
  expect(screen.queryByText(/^Reads as/)).toBeNull();
  fireEvent.change(screen.getByLabelText(/^What should it say\?/), { target: { value: "(415) 555-2671" } });
  await screen.findByText("Reads as a number in the United States.");
  fireEvent.click(screen.getByRole("button", { name: /^Send to / }));
  await screen.findByText("You said it is wrong", { exact: false });
  expect(await open.claims()).toMatchObject([
    { practitionerId: kept?.practitionerId, change: null },
    { practitionerId: gone?.practitionerId, change: { kind: "left", text: left } },
  ]);
});

it("tells in words that no answer of the server came", async () => {
  await using _ = await openReader();
  vi.stubGlobal("fetch", async () => new Response("<html>Bad gateway", { status: 502 }));
  const [button] = buttons("right");
  if (button === undefined) throw new Error("the brief has nobody");
  fireEvent.click(button);
  fireEvent.change(screen.getByLabelText("Your name"), { target: { value: "Lucía" } });
  fireEvent.click(screen.getByRole("button", { name: /^Send to / }));
  expect((await screen.findByRole("alert")).textContent).toContain("The server can’t be reached.");
});

it("[X3] says in the open page that its link has ended, at the next answer, and shows the brief no more", async () => {
  await using open = await openReader();
  const [button] = buttons("wrong");
  if (button === undefined) throw new Error("the brief has nobody");
  fireEvent.click(button);
  fireEvent.change(screen.getByLabelText("What should it say?"), { target: { value: "(415) 555-0174" } });
  fireEvent.change(screen.getByLabelText("Your name"), { target: { value: "Lucía" } });
  await open.revoke();
  fireEvent.click(screen.getByRole("button", { name: /^Send to / }));
  await screen.findByText(/^This link has ended or was revoked\. Ask whoever sent it/);
  expect(screen.queryByRole("heading", { level: 2, name: "Dr. Elm" })).toBeNull();
});

it("[X3] reads the brief again when one comes back to its page: what became of answers, and that its link has ended", async () => {
  await using open = await openReader();
  const [button] = buttons("right");
  if (button === undefined) throw new Error("the brief has nobody");
  fireEvent.click(button);
  fireEvent.change(screen.getByLabelText("Your name"), { target: { value: "Lucía" } });
  fireEvent.click(screen.getByRole("button", { name: /^Send to / }));
  await screen.findByText("You confirmed it", { exact: false });
  const [claim] = await open.claims();
  await open.call("POST", `${open.root}/claims/${claim?.id}/settle`, SettledClaim, { as: "verified" });
  const comeBack = () => document.dispatchEvent(new Event("visibilitychange"));
  comeBack();
  await screen.findByText("It was taken as verified.", { exact: false });
  await open.revoke();
  comeBack();
  await screen.findByText(/^This link has ended or was revoked/);
  expect(buttonsShown()).toBe(0);
});

it("keeps showing the brief where it cannot be read again", async () => {
  await using _ = await openReader();
  const shown = buttonsShown();
  const asked = vi.fn<typeof fetch>(async () => new Response("<html>Bad gateway", { status: 502 }));
  vi.stubGlobal("fetch", asked);
  document.dispatchEvent(new Event("visibilitychange"));
  await waitFor(() => expect(asked).toHaveBeenCalled());
  await new Promise((done) => setTimeout(done));
  expect(buttonsShown()).toBe(shown);
});
