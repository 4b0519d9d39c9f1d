import { fireEvent, screen } from "@testing-library/react";
import { useState } from "react";
import { describe, expect, it, vi } from "vitest";
import { renderUi } from "#/testing/render-ui.tsx";
import { useShortcutList } from "#/ui/keyboard/shortcuts.tsx";
import { FilterField } from "./filter-field.tsx";

const nothing = () => undefined;
const Keys = () => (
  <output aria-label="Keys">{useShortcutList().bindings.map(({ keys, label }) => `${keys} ${label}`)}</output>
);

/** A filter whose value stands in an address, which changes when it is told to. */
function Addressed({ onChange }: { onChange: (text: string) => void }) {
  const [value, setValue] = useState("");
  return (
    <>
      <input aria-label="Address" value={value} onChange={(event) => setValue(event.target.value)} />
      <FilterField label="Filter by path" value={value} onChange={onChange} />
    </>
  );
}

describe("FilterField", () => {
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
    expect(screen.getByLabelText("Keys").textContent).toBe("/ Filter by pathescape Leave the filter; again: clear it");
  });

  it("is left with Escape, which keeps what it finds, and cleared with Escape from outside", async () => {
    const told = vi.fn<(text: string) => void>();
    renderUi(<FilterField label="Filter by path" value="" onChange={told} />);
    const field = screen.getByLabelText<HTMLInputElement>("Filter by path");
    field.focus();
    fireEvent.change(field, { target: { value: "plans" } });
    fireEvent.keyDown(field, { key: "Escape" });
    expect(document.activeElement).toBe(document.body);
    expect([field.value, told.mock.lastCall]).toEqual(["plans", ["plans"]]);
    fireEvent.keyDown(document.body, { key: "Escape" });
    expect([field.value, told.mock.lastCall]).toEqual(["", [""]]);
  });

  it("leaves the keys of an input method to it, as the arrows among its candidates", () => {
    const told = vi.fn<(text: string) => void>();
    renderUi(<FilterField label="Filter by name" value="" onChange={told} />);
    const field = screen.getByLabelText<HTMLInputElement>("Filter by name");
    field.focus();
    fireEvent.change(field, { target: { value: "さとう" } });
    for (const key of ["ArrowDown", "Escape"]) {
      expect(fireEvent.keyDown(field, { key, isComposing: true })).toBe(true);
      expect([document.activeElement, told.mock.calls]).toEqual([field, []]);
    }
  });

  it("keeps what is typed while what was reported before comes back late, and takes what somebody else sets", async () => {
    const told = vi.fn<(text: string) => void>();
    renderUi(<Addressed onChange={told} />);
    const comesBack = (value: string) => fireEvent.change(screen.getByLabelText("Address"), { target: { value } });
    const field = screen.getByLabelText<HTMLInputElement>("Filter by path");
    for (const text of ["R", "Ra"]) {
      fireEvent.change(field, { target: { value: text } });
      await vi.waitFor(() => expect(told).toHaveBeenLastCalledWith(text));
    }
    fireEvent.change(field, { target: { value: "Raú" } });
    comesBack("R");
    expect([field.value, field.dataset["filter"]]).toEqual(["Raú", "waiting"]);
    comesBack("Ra");
    expect(field.value).toBe("Raú");
    await vi.waitFor(() => expect(told).toHaveBeenLastCalledWith("Raú"));
    comesBack("Raú");
    expect([field.value, field.dataset["filter"]]).toEqual(["Raú", "applied"]);
    comesBack("R");
    expect(field.value).toBe("R");
  });

  it("is no key where there is no filter", () => {
    renderUi(<Keys />);
    expect(screen.getByLabelText("Keys").textContent).toBe("");
  });
});
