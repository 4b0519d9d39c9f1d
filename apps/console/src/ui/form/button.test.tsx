import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { renderUi } from "#/testing/render-ui.tsx";
import { Button } from "./button.tsx";

it("a sending button keeps its label, its name and the focus, ignores presses, and is announced once it takes a while", async () => {
  const onClick = vi.fn<() => void>();
  const onSubmit = vi.fn<(event: { preventDefault: () => void }) => void>((event) => event.preventDefault());
  const form = (loading: boolean) => (
    <form onSubmit={onSubmit}>
      <Button type="submit" loading={loading} onClick={onClick}>
        Apply 3 changes
      </Button>
    </form>
  );
  renderUi(form(false));
  const button = screen.getByRole("button", { name: "Apply 3 changes" });
  fireEvent.click(button);
  expect([onClick, onSubmit].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
  cleanup();

  renderUi(form(true));
  const sending = screen.getByRole("button", { name: "Apply 3 changes", busy: true });
  sending.focus();
  expect(document.activeElement).toBe(sending);
  expect(sending.getAttribute("aria-disabled")).toBe("true");
  expect(sending.textContent).toBe("Apply 3 changes");
  fireEvent.click(sending);
  expect([onClick, onSubmit].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
  expect(document.body.textContent).not.toContain("under way");
  await waitFor(() => expect(document.body.textContent).toContain("Apply 3 changes: under way"));
  cleanup();
  expect(document.body.textContent).not.toContain("under way");
});

it("a button that waits for something else keeps the focus and ignores presses", () => {
  const onClick = vi.fn<() => void>();
  const readNow = (waits: boolean) => (
    <Button waits={waits} onClick={onClick}>
      Read now
    </Button>
  );
  const { rerender } = renderUi(readNow(false));
  const button = screen.getByRole("button", { name: "Read now" });
  button.focus();
  fireEvent.click(button);
  rerender(readNow(true));
  const waiting = screen.getByRole<HTMLButtonElement>("button", { name: "Read now" });
  waiting.focus();
  expect([document.activeElement, waiting.disabled]).toEqual([waiting, false]);
  expect(waiting.getAttribute("aria-disabled")).toBe("true");
  fireEvent.click(waiting);
  expect(onClick).toHaveBeenCalledTimes(1);
});
