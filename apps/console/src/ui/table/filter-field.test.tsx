import { cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { renderUi } from "#/testing/render-ui.tsx";
import { useShortcutList } from "#/ui/keyboard/shortcuts.tsx";
import { FilterField } from "./filter-field.tsx";

const nothing = () => undefined;
const Keys = () => (
  <output aria-label="Keys">{useShortcutList().bindings.map(({ keys, label }) => `${keys} ${label}`)}</output>
);

describe("FilterField", () => {
  afterEach(cleanup);

  it("is gone to with /, of several the main one, and is named among the keys by what it looks through", () => {
    renderUi(
      <>
        <FilterField label="Filter by path" value="" onChange={nothing} />
        <FilterField label="Index id" value="" main={false} onChange={nothing} />
        <Keys />
      </>,
    );
    fireEvent.keyDown(document.body, { key: "/" });
    expect(document.activeElement).toBe(screen.getByLabelText("Filter by path"));
    expect(screen.getByLabelText("Keys").textContent).toBe("/ Filter by path");
  });

  it("is no key where there is no filter", () => {
    renderUi(<Keys />);
    expect(screen.getByLabelText("Keys").textContent).toBe("");
  });
});
