import type { StatementPlace } from "@dc/contract";
import { fireEvent, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { renderUi } from "#/testing/render-ui.tsx";
import { StatementGrid, useGridView } from "./statement-grid.tsx";
import { directoriesOf, placedFindings, practitionersOf } from "./statement-places.ts";

const placeOf = (name: string, directory: string, leftOut: "ours" | null): StatementPlace => ({
  practitioner: { id: `prac_${name}`, name },
  index: { id: `idx_${directory}`, name: directory, referrer: null },
  schedules: 0,
  fetchedAt: null,
  stale: false,
  says: null,
  findings: [
    {
      fact: 0,
      record: { type: "practitioner", id: `prac_${name}` },
      recordName: name,
      place: null,
      elsewhere: [],
      field: "preferredName",
      standard: { value: "A" },
      now: { value: "A" },
      preview: null,
      verdict: "same",
      flags: [],
      draft: null,
      fetchedAt: null,
      ticked: leftOut === null,
      leftOut,
      change: null,
      keepingExtension: null,
      says: null,
    },
  ],
});

/** The directory of the first place has not the practitioner whose name is the first. */
const places = [placeOf("Zoe", "Early", null), placeOf("Anna", "Late", "ours")];

function Shown() {
  const grid = useGridView();
  const findings = places.flatMap(placedFindings);
  return (
    <>
      <button type="button" onClick={() => grid.setOnlyStandingOut(true)}>
        Filter
      </button>
      <StatementGrid
        label="Where"
        practitioners={practitionersOf(places, grid.onlyStandingOut ? findings : null)}
        directories={directoriesOf(places)}
        facts={[{ kind: "value" }]}
        findings={findings}
        letterOf={new Map()}
        planName={(id) => id}
        choices={new Map()}
        current={grid.current}
        onCurrent={grid.setCurrent}
        opened={grid.opened}
        onOpen={grid.open}
        onTick={() => {}}
      />
      {grid.opened === null ? null : <p>opened</p>}
    </>
  );
}

const stops = () =>
  [...document.querySelectorAll<HTMLElement>("[data-cell]")]
    .filter(({ tabIndex }) => tabIndex === 0)
    .map(({ dataset }) => dataset["row"]);

it("one cell is reached by Tab, whoever is in which directory and whichever rows are shown", () => {
  renderUi(<Shown />);
  expect(stops()).toEqual(["prac_Anna"]);
  const cell = screen.getByRole("button", { name: /Zoe in Early/ });
  fireEvent.focus(cell);
  fireEvent.click(cell);
  expect(stops()).toEqual(["prac_Zoe"]);
  fireEvent.click(screen.getByRole("button", { name: "Filter" }));
  expect(screen.queryByRole("button", { name: /Zoe in Early/ })).toBeNull();
  expect(stops()).toEqual(["prac_Anna"]);
  // Its keys would act on what is not shown.
  expect(screen.queryByText("opened")).toBeNull();
});
