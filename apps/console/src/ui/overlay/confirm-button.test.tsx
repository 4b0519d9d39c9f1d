import { fireEvent, screen } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { renderUi } from "#/testing/render-ui.tsx";
import { ConfirmButton } from "./confirm-button.tsx";

describe("ConfirmButton", () => {
  const open = () => {
    const onConfirm = vi.fn<() => void>();
    renderUi(
      <ConfirmButton
        label="Discard draft"
        confirmLabel="Discard 2 changes"
        question="They go."
        onConfirm={onConfirm}
      />,
    );
    fireEvent.click(screen.getByRole("button", { name: "Discard draft" }), { detail: 1 });
    return { onConfirm, confirm: screen.getByRole("button", { name: "Discard 2 changes" }) };
  };

  it("ignores the second press of a double click, and takes the next press as the answer", () => {
    const { onConfirm, confirm } = open();
    fireEvent.click(confirm, { detail: 2 });
    expect(onConfirm).not.toHaveBeenCalled();
    expect(screen.getByRole("alert").textContent).toBe("They go.");
    fireEvent.click(confirm, { detail: 1 });
    expect(onConfirm).toHaveBeenCalledOnce();
  });

  it("ignores a key that is still held down", () => {
    const { confirm } = open();
    expect(fireEvent.keyDown(confirm, { key: "Enter", repeat: true })).toBe(false);
    expect(fireEvent.keyDown(confirm, { key: "Enter" })).toBe(true);
  });
});
