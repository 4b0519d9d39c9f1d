import { act, fireEvent, render, screen } from "@testing-library/react";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { expect, it } from "vitest";
import { readUnsavedInput, useUnsavedInput } from "./unsaved-input.ts";

it("is cleared by a closed editor once it is saved, and the editor that is open by then shows it", async () => {
  const client = new QueryClient();
  const saved: (() => void)[] = [];
  const Editor = () => {
    const [text, setText] = useUnsavedInput("a place", "", (typed) => typed === "");
    saved.push(() => setText((now) => (now === text ? "" : now)));
    return <input aria-label="Text" value={text} onChange={(event) => setText(event.target.value)} />;
  };
  const open = () =>
    render(
      <QueryClientProvider client={client}>
        <Editor />
      </QueryClientProvider>,
    );
  const field = () => screen.getByLabelText<HTMLInputElement>("Text");
  const { unmount } = open();
  fireEvent.change(field(), { target: { value: "sent" } });
  const whenSaved = saved.at(-1);
  unmount();
  open();
  expect(field().value).toBe("sent");
  await act(async () => whenSaved?.());
  expect([await screen.findByDisplayValue(""), readUnsavedInput(client, "a place")]).toEqual([field(), null]);
  fireEvent.change(field(), { target: { value: "typed since" } });
  await act(async () => whenSaved?.());
  expect(field().value).toBe("typed since");
});
