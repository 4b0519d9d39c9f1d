import { act, fireEvent, screen } from "@testing-library/react";
import { type ComponentType, useState } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { renderUi } from "#/testing/render-ui.tsx";
import { lazyPart } from "./lazy-part.tsx";

const SENTENCE = "Part of the console could not be loaded.";
const failure = new TypeError("Failed to fetch dynamically imported module: /assets/part-1234567.js");
const turn = () => act(async () => await new Promise((resolve) => setTimeout(resolve, 5)));
const press = async (name: string) => {
  fireEvent.click(screen.getByRole("button", { name }));
  await turn();
};

/** Loads a part that can be loaded once `isThere`. */
function loader<Props>(Part: ComponentType<Props>) {
  const file = { isThere: false, asked: 0 };
  const load = async () => {
    file.asked += 1;
    if (!file.isThere) throw failure;
    return { default: Part };
  };
  return { file, load };
}

// React reports what a boundary has caught.
beforeEach(() => void vi.spyOn(console, "error").mockImplementation(() => undefined));
afterEach(() => void vi.restoreAllMocks());

it("a part that cannot be loaded says so in its place, keeps what was typed beside it, and is loaded when asked", async () => {
  const { file, load } = loader(() => <p>The part</p>);
  const Part = lazyPart(load);
  function Page() {
    const [text, setText] = useState("");
    return (
      <section aria-label="Page">
        <input aria-label="Note" value={text} onChange={(event) => setText(event.target.value)} />
        {text === "" ? null : <Part />}
      </section>
    );
  }
  renderUi(<Page />);
  fireEvent.change(screen.getByLabelText("Note"), { target: { value: "typed" } });
  await turn();
  expect(screen.getByRole("region", { name: "Page" }).textContent).toContain(SENTENCE);
  expect(screen.queryByRole("dialog")).toBeNull();
  await press("Try again");
  expect(file.asked).toBe(2);
  screen.getByText(SENTENCE);
  file.isThere = true;
  await press("Try again");
  screen.getByText("The part");
  expect(screen.queryByText(SENTENCE)).toBeNull();
  expect(screen.getByLabelText<HTMLInputElement>("Note").value).toBe("typed");
});

it.each([
  ["that leaves the page", false],
  ["that stays and is told to open", true],
])(
  "a drawer %s says over the page that it could not be loaded, can be closed, and is tried at the next opening",
  async (_, stays) => {
    const { file, load } = loader(({ opened = true }: { opened?: boolean; onClose: () => void }) =>
      opened ? <p>The drawer</p> : null,
    );
    const Drawer = lazyPart(load);
    function Page() {
      const [opened, setOpened] = useState(false);
      const [wasOpened, setWasOpened] = useState(false);
      const open = () => {
        setOpened(true);
        setWasOpened(true);
      };
      return (
        <>
          <button type="button" onClick={open}>
            Open
          </button>
          {opened || (stays && wasOpened) ? <Drawer opened={opened} onClose={() => setOpened(false)} /> : null}
        </>
      );
    }
    renderUi(<Page />);
    await press("Open");
    const dialog = screen.getByRole<HTMLDialogElement>("dialog", { name: "Not loaded" });
    expect(dialog.open).toBe(true);
    expect(dialog.textContent).toContain(SENTENCE);
    await press("Close");
    await turn();
    expect(screen.queryByRole("dialog")).toBeNull();
    await press("Open");
    screen.getByRole("dialog", { name: "Not loaded" });
    file.isThere = true;
    await press("Try again");
    screen.getByText("The drawer");
    expect(screen.queryByRole("dialog")).toBeNull();
  },
);

it("what shows little is tried again by itself, untold", async () => {
  const { file, load } = loader(() => <p>3 waiting</p>);
  const Count = lazyPart(load, { tells: "nothing" });
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    renderUi(<Count />);
    await act(() => vi.advanceTimersByTimeAsync(0));
    await act(() => vi.advanceTimersByTimeAsync(29_000));
    expect(file.asked).toBe(1);
    expect(screen.queryByText(SENTENCE)).toBeNull();
    file.isThere = true;
    await act(() => vi.advanceTimersByTimeAsync(2_000));
    await act(() => vi.advanceTimersByTimeAsync(0));
    screen.getByText("3 waiting");
  } finally {
    vi.useRealTimers();
  }
});

it("what was loaded before is there when it is drawn", async () => {
  const { file, load } = loader(() => <p>The part</p>);
  const Part = lazyPart(load);
  await Part.preload();
  file.isThere = true;
  await Part.preload();
  renderUi(<Part />);
  screen.getByText("The part");
  expect(file.asked).toBe(2);
});
