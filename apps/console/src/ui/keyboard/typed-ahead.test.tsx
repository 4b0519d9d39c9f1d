import { fireEvent } from "@testing-library/react";
import { expect, it } from "vitest";
import { collectTyped, takeTyped } from "./typed-ahead.ts";

it("keeps what is typed from the page and its fields, until it is taken", () => {
  const field = document.body.appendChild(document.createElement("input"));
  const shortcuts: string[] = [];
  const note = ({ key }: KeyboardEvent) => void shortcuts.push(key);
  document.addEventListener("keydown", note);
  collectTyped();
  collectTyped();
  for (const key of ["a", "é", "Enter", " "]) fireEvent.keyDown(document.body, { key });
  fireEvent.keyDown(document.body, { key: "z", ctrlKey: true });
  fireEvent.keyDown(document.body, { key: "Escape" });
  fireEvent.keyDown(field, { key: "f" });
  expect(takeTyped()).toBe("aé f");
  expect(takeTyped()).toBe("");
  fireEvent.keyDown(document.body, { key: "x" });
  expect(shortcuts).toEqual(["z", "Escape", "x"]);
  document.removeEventListener("keydown", note);
  field.remove();
});
