import { fireEvent, render, screen } from "@testing-library/react";
import { useRef, useState } from "react";
import { expect, it } from "vitest";
import { FloatingPanel } from "./floating-panel.tsx";

function Opened() {
  const anchor = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(true);
  return (
    <>
      <button ref={anchor} type="button">
        Anchor
      </button>
      {isOpen ? (
        <FloatingPanel anchor={anchor} onClose={() => setOpen(false)}>
          <input aria-label="Find" />
        </FloatingPanel>
      ) : null}
    </>
  );
}

it("is closed with Escape, and not with the one that takes back what an input method composes", () => {
  render(<Opened />);
  fireEvent.keyDown(screen.getByLabelText("Find"), { key: "Escape", isComposing: true });
  expect(screen.getByLabelText("Find").isConnected).toBe(true);
  fireEvent.keyDown(screen.getByLabelText("Find"), { key: "Escape" });
  expect(screen.queryByLabelText("Find")).toBeNull();
});
