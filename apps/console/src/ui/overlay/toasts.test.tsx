import { fireEvent, screen } from "@testing-library/react";
import { useState } from "react";
import { expect, it } from "vitest";
import { renderUi } from "#/testing/render-ui.tsx";
import { useToast } from "./toasts.tsx";

/** Shows a toast, and removes it when pressed again. */
function Caller({ text }: { text: string }) {
  const toast = useToast();
  const [close, setClose] = useState<(() => void) | null>(null);
  return (
    <button
      type="button"
      onClick={() => {
        if (close !== null) close();
        else {
          const gone = toast({ text: `toast ${text}` });
          setClose(() => gone);
        }
      }}
    >
      {text}
    </button>
  );
}

it("shows the two newest toasts, an older one again once one of them is gone, and takes one away that holds no more", () => {
  const names = ["first", "second", "third"];
  renderUi(names.map((text) => <Caller key={text} text={text} />));
  const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
  const seen = () =>
    screen.getAllByRole("button", { name: "Close" }).map((button) => button.parentElement?.firstChild?.textContent);
  for (const name of names) press(name);
  expect(seen()).toEqual(["toast second", "toast third"]);
  press("third");
  expect(seen()).toEqual(["toast first", "toast second"]);
  press("first");
  expect(seen()).toEqual(["toast second"]);
});
