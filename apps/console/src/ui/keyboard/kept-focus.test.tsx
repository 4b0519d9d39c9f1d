import { fireEvent, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { expect, it } from "vitest";
import { renderUi } from "#/testing/render-ui.tsx";
import { useKeptFocus } from "./kept-focus.ts";

/** Verbs that go away once they were pressed. */
function Verbs() {
  useKeptFocus();
  const [left, setLeft] = useState(["Split off", "Keep ours"]);
  return (
    <main id="main">
      <h1 tabIndex={-1}>Change set</h1>
      <button type="button">Export</button>
      {left.length === 0 ? null : (
        <section>
          <input type="file" aria-label="Choose a file" disabled />
          {left.map((verb) => (
            <button key={verb} type="button" onClick={() => setLeft(left.filter((one) => one !== verb))}>
              {verb}
            </button>
          ))}
        </section>
      )}
    </main>
  );
}

it("goes on beside a button that is gone, else at the heading", async () => {
  renderUi(<Verbs />);
  const press = (name: string) => {
    const button = screen.getByRole("button", { name });
    button.focus();
    fireEvent.click(button);
  };
  press("Split off");
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("button", { name: "Keep ours" })));
  press("Keep ours");
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("heading", { level: 1 })));
});
