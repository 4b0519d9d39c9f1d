import { useInfiniteQuery } from "@tanstack/react-query";
import { fireEvent, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, it, vi } from "vitest";
import { holdAnswers } from "#/testing/hold-answers.ts";
import { renderUi } from "#/testing/render-ui.tsx";
import { switchConnection } from "./connection-in-use.ts";
import { itemsOf, listQuery } from "./list-query.ts";

afterEach(() => vi.unstubAllGlobals());

function List() {
  const [list, setList] = useState("a");
  const [q, setQ] = useState("x");
  const { data } = useInfiniteQuery(listQuery({ key: ["lists", list], to: `/lists/${list}`, query: { q } }));
  return (
    <>
      <button type="button" onClick={() => setQ("y")}>
        Another filter
      </button>
      <button type="button" onClick={() => setList("b")}>
        Another list
      </button>
      <p>{data === undefined ? "Loading" : `Shown: ${itemsOf(data, String).join()}`}</p>
    </>
  );
}

it("keeps the rows of another filter until the new ones come, and never those of another list", async () => {
  switchConnection("con_of_the_lists");
  vi.stubGlobal("fetch", async (to: string) =>
    Response.json({ items: [to.replace(/^.*\/lists\/|&.*$/g, "")], nextCursor: null, total: 1 }),
  );
  renderUi(<List />);
  await screen.findByText("Shown: a?q=x");
  const ofFilter = holdAnswers(/lists/);
  fireEvent.click(screen.getByRole("button", { name: "Another filter" }));
  expect(screen.getByText("Shown: a?q=x")).toBeDefined();
  ofFilter.release();
  await screen.findByText("Shown: a?q=y");
  const ofList = holdAnswers(/lists/);
  fireEvent.click(screen.getByRole("button", { name: "Another list" }));
  expect(screen.getByText("Loading")).toBeDefined();
  ofList.release();
  await screen.findByText("Shown: b?q=y");
});
