import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { renderUi } from "#/testing/render-ui.tsx";
import { NotShownNote, StagedNote } from "./staged-note.tsx";

it("[J9] tells what a statement reaches beyond what is shown, and how one comes to it", () => {
  const { unmount } = renderUi(<NotShownNote shown={10_000} total={12_340} />);
  const text = screen.getByRole("alert").textContent;
  expect(text).toContain("Only the first 10,000 places are shown.");
  expect(text).toContain("2,340 further places are not shown, and nothing is staged or verified there.");
  expect(text).toContain("choose referrers or directories");
  unmount();
  renderUi(<NotShownNote shown={10_000} total={10_000} />);
  expect(screen.queryByRole("alert")).toBeNull();
});

it("[J9] tells it once more of what was staged", () => {
  renderUi(
    <StagedNote
      staged={{ changeSetId: null, count: 0, verified: 3, left: [], more: [], changed: [], notShown: 1 }}
      onFind={() => undefined}
    />,
  );
  expect(screen.getByRole("alert").textContent).toContain(
    "1 further place is not shown, and nothing is staged or verified there.",
  );
});

it("[J12] names those of whom the directory says something else since the preview", () => {
  const place = {
    practitioner: { id: "prac_1", name: "Ngọzi Eze" },
    index: { id: "idx_1", name: "Elm", referrer: null },
  };
  renderUi(
    <StagedNote
      staged={{
        changeSetId: null,
        count: 0,
        verified: 0,
        left: [],
        more: [],
        changed: [{ ...place, schedules: 1, says: "another" }],
        notShown: 0,
      }}
      onFind={() => undefined}
    />,
  );
  const text = screen.getByRole("alert").textContent;
  expect(text).toContain("Since then the directory says something else of these");
  expect(text).toContain("Ngọzi Eze in Elm");
});
