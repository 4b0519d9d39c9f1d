import { fireEvent, screen } from "@testing-library/react";
import { Router, UNSAFE_createMemoryHistory as createMemoryHistory } from "react-router";
import { expect, it } from "vitest";
import { renderUi } from "#/testing/render-ui.tsx";
import { AskedLocation, useUrlState } from "./use-url-state.ts";

function Page() {
  const [, change] = useUrlState();
  return (
    <>
      <button onClick={() => change({ adopt: "" }, { push: true })}>Open</button>
      <button onClick={() => change({ q: "Bela" })}>Filter</button>
    </>
  );
}

/** A page that stays shown, as while what it is asked for next is loaded. */
function pageThatStays() {
  const history = createMemoryHistory({ initialEntries: ["/list?sort=name"], v5Compat: true });
  const { location } = history;
  renderUi(
    <AskedLocation value={() => history.location}>
      <Router navigator={history} location={location}>
        <Page />
      </Router>
    </AskedLocation>,
  );
  const address = () => `${history.location.pathname}${history.location.search}`;
  const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
  return { history, address, press };
}

it("keeps what was asked for before it is shown", () => {
  const { history, address, press } = pageThatStays();
  press("Open");
  press("Filter");
  expect(address()).toBe("/list?sort=name&adopt=&q=Bela");
  history.go(-1);
  expect(address()).toBe("/list?sort=name");
});

it("does not lead back to the page that is being left, unless one asks for it there", () => {
  const { history, address, press } = pageThatStays();
  history.push("/other?sort=need");
  press("Filter");
  expect(address()).toBe("/other?sort=need");
  press("Open");
  expect(address()).toBe("/list?sort=name&adopt=");
});
