import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { describe, expect, it, vi } from "vitest";
import { renderUi } from "#/testing/render-ui.tsx";
import { comboboxMessage, useCombobox, type ComboboxOptions } from "./use-combobox.ts";

const fruits = ["Apple", "Banana", "Cherry"];
type Choose = ComboboxOptions<string>["onChoose"];

function FruitField(props: Partial<ComboboxOptions<string>>) {
  const [text, setText] = useState("");
  const items = fruits.filter((fruit) => fruit.toLowerCase().includes(text.toLowerCase()));
  const { inputProps, listProps, optionProps } = useCombobox({
    text,
    onText: setText,
    items,
    onChoose: () => {},
    ...props,
  });
  return (
    <>
      <input aria-label="Fruit" {...inputProps} />
      <div aria-label="Fruits" {...listProps}>
        {items.map((fruit, index) => (
          <div key={fruit} {...optionProps(index)}>
            {fruit}
          </div>
        ))}
        {items.length === 0 ? <div {...comboboxMessage}>No results</div> : null}
      </div>
    </>
  );
}

const field = () => screen.getByRole<HTMLInputElement>("combobox");
const press = (key: string, more: object = {}) => fireEvent.keyDown(field(), { key, ...more });
const type = (value: string) => fireEvent.change(field(), { target: { value } });
/** The option that `aria-activedescendant` names for screen readers; it must be the selected one. */
const active = () => {
  const named = document.getElementById(field().getAttribute("aria-activedescendant") ?? "");
  const selected = screen.queryAllByRole("option", { selected: true });
  expect(selected).toEqual(named === null ? [] : [named]);
  return named?.textContent ?? null;
};

describe("useCombobox", () => {
  it("names its list to the field", () => {
    renderUi(<FruitField />);
    expect(field().getAttribute("aria-controls")).toBe(screen.getByRole("listbox").id);
    expect(field().getAttribute("aria-expanded")).toBe("true");
  });

  it("moves with the arrows, round the ends", () => {
    renderUi(<FruitField />);
    expect(active()).toBe("Apple");
    press("ArrowDown");
    expect(active()).toBe("Banana");
    press("ArrowUp");
    press("ArrowUp");
    expect(active()).toBe("Cherry");
    press("ArrowDown");
    expect(active()).toBe("Apple");
  });

  it("moves to the ends with Home and End, which belong to the text once there is some", () => {
    renderUi(<FruitField />);
    press("End");
    expect(active()).toBe("Cherry");
    press("Home");
    expect(active()).toBe("Apple");
    type("a");
    expect(press("End")).toBe(true);
    expect(active()).toBe("Apple");
    expect(press("End", { ctrlKey: true })).toBe(false);
    expect(active()).toBe("Banana");
  });

  it("chooses the active option with Enter and speaks of ⌘ and Ctrl", () => {
    const onChoose = vi.fn<Choose>();
    renderUi(<FruitField onChoose={onChoose} />);
    press("ArrowDown");
    press("Enter");
    press("Enter", { ctrlKey: true });
    expect(onChoose.mock.calls).toEqual([
      ["Banana", { withMod: false }],
      ["Banana", { withMod: true }],
    ]);
  });

  it("chooses nothing while the key is held down, while a character is composed, and where nothing is active", () => {
    const onChoose = vi.fn<Choose>();
    renderUi(<FruitField onChoose={onChoose} initial={-1} />);
    expect(active()).toBeNull();
    press("Enter");
    press("ArrowDown");
    press("Enter", { repeat: true });
    press("Enter", { isComposing: true });
    type("nothing like it");
    press("Enter");
    expect(onChoose).not.toHaveBeenCalled();
    expect(screen.getByRole("option", { name: "No results" }).getAttribute("aria-disabled")).toBe("true");
  });

  it("starts anew with each text", () => {
    renderUi(<FruitField />);
    press("End");
    type("an");
    expect(active()).toBe("Banana");
    type("");
    expect(active()).toBe("Apple");
  });

  it("waits with Enter for the options of what is typed, where it shows those of an earlier text", () => {
    const onChoose = vi.fn<Choose>();
    const { rerender } = render(<FruitField onChoose={onChoose} areOutdated />);
    const answer = (items: string[], areOutdated = false) =>
      rerender(<FruitField onChoose={onChoose} items={items} areOutdated={areOutdated} />);
    type("an");
    answer(["Apple"], true);
    expect(active()).toBeNull();
    press("Enter", { ctrlKey: true });
    expect(onChoose).not.toHaveBeenCalled();
    answer(["Banana"]);
    expect(onChoose.mock.calls).toEqual([["Banana", { withMod: true }]]);

    answer(["Banana"], true);
    press("Enter");
    type("c");
    answer(["Cherry"]);
    answer(["Cherry"], true);
    type("");
    press("Enter");
    answer(["Apple"]);
    expect(onChoose).toHaveBeenCalledTimes(1);
  });

  it("follows the pointer and chooses with a press, which leaves the focus in the field", () => {
    const onChoose = vi.fn<Choose>();
    renderUi(<FruitField onChoose={onChoose} />);
    const cherry = screen.getByRole("option", { name: "Cherry" });
    fireEvent.pointerMove(cherry);
    expect(active()).toBe("Cherry");
    expect(fireEvent.mouseDown(cherry)).toBe(false);
    fireEvent.click(cherry);
    expect(onChoose).toHaveBeenCalledWith("Cherry", { withMod: false });
  });

  it("closes with Escape, which goes no further, and with Tab where that closes too", () => {
    const onClose = vi.fn<() => void>();
    const onKeyOutside = vi.fn<() => void>();
    renderUi(
      // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- stands for a dialog around the field
      <div onKeyDown={onKeyOutside}>
        <FruitField onClose={onClose} />
      </div>,
    );
    press("Escape");
    expect(onClose).toHaveBeenCalledTimes(1);
    expect(onKeyOutside).not.toHaveBeenCalled();
    press("Tab");
    expect(onClose).toHaveBeenCalledTimes(1);
    cleanup();
    renderUi(<FruitField onClose={onClose} tabCloses />);
    press("Tab");
    expect(onClose).toHaveBeenCalledTimes(2);
  });

  it("leaves Escape to what is around it where nothing closes", () => {
    renderUi(<FruitField />);
    expect(press("Escape")).toBe(true);
  });

  it("lets the caller answer Enter, and says whether somebody moved to the option", () => {
    const onChoose = vi.fn<Choose>();
    const onEnter = vi.fn<(moved: boolean) => boolean>((moved) => !moved);
    renderUi(<FruitField onChoose={onChoose} onEnter={onEnter} />);
    press("Enter");
    expect(onChoose).not.toHaveBeenCalled();
    press("ArrowDown");
    press("Enter");
    expect(onEnter.mock.calls).toEqual([[false], [true]]);
    expect(onChoose).toHaveBeenCalledTimes(1);
  });
});
