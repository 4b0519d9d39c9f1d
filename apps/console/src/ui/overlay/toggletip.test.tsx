import { fireEvent, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { renderUi } from "#/testing/render-ui.tsx";
import { Toggletip } from "./toggletip.tsx";

describe("Toggletip", () => {
  const open = () => {
    renderUi(<Toggletip label="What is drift?">Values that changed elsewhere.</Toggletip>);
    const button = screen.getByRole("button", { name: "What is drift?" });
    fireEvent.click(button);
    return button;
  };

  it("shows its text when pressed, announces it, and describes the button with it", () => {
    const button = open();
    const text = screen.getByText("Values that changed elsewhere.");
    expect([button.getAttribute("aria-expanded"), text.getAttribute("role")]).toEqual(["true", "status"]);
    expect(button.getAttribute("aria-describedby")).toBe(text.id);
  });

  it("closes with a second press, with Escape, and with Tab, which moves on", () => {
    const button = open();
    fireEvent.click(button);
    expect(screen.queryByText("Values that changed elsewhere.")).toBeNull();
    for (const close of [
      () => fireEvent.keyDown(button, { key: "Escape" }),
      () => fireEvent.keyDown(button, { key: "Tab" }),
    ]) {
      fireEvent.click(button);
      expect(screen.getByText("Values that changed elsewhere.")).toBeTruthy();
      close();
      expect(screen.queryByText("Values that changed elsewhere.")).toBeNull();
    }
  });
});
