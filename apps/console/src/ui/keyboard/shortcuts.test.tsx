import { type ReactNode, useState } from "react";
import { createRoot } from "react-dom/client";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ToastsProvider, useToast } from "#/ui/overlay/toasts.tsx";
import { ShortcutsProvider, useShortcuts } from "./shortcuts.tsx";

// As in a browser: what is rendered is drawn before its passive effects run.
beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", false);
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe() {}
      disconnect() {}
    },
  );
});
afterEach(() => vi.unstubAllGlobals());

/** Renders, and presses a key at the moment at which this text comes on screen. */
async function pressedOnSight(children: ReactNode, { text, ...key }: { text: string } & KeyboardEventInit) {
  const host = document.body.appendChild(document.createElement("div"));
  const root = createRoot(host);
  const pressed = Promise.withResolvers<null>();
  const observer = new MutationObserver(() => {
    if (!host.textContent.includes(text)) return;
    observer.disconnect();
    document.body.dispatchEvent(new KeyboardEvent("keydown", { bubbles: true, cancelable: true, ...key }));
    pressed.resolve(null);
  });
  observer.observe(host, { childList: true, subtree: true, characterData: true });
  root.render(<ShortcutsProvider>{children}</ShortcutsProvider>);
  await pressed.promise;
  return {
    [Symbol.dispose]: () => {
      root.unmount();
      host.remove();
    },
  };
}

function Bar({ onReview }: { onReview: () => void }) {
  useShortcuts([{ keys: "r", label: "Review", run: onReview }]);
  return <p>Staged changes</p>;
}

it("a key is heard as soon as what it belongs to is on screen", async () => {
  const onReview = vi.fn<() => void>();
  using _ = await pressedOnSight(<Bar onReview={onReview} />, { text: "Staged changes", key: "r" });
  expect(onReview).toHaveBeenCalledOnce();
});

it("undo is heard as soon as its message is on screen", async () => {
  const undo = vi.fn<() => void>();
  function Asks() {
    const toast = useToast();
    const [isAsked, setIsAsked] = useState(false);
    if (!isAsked) {
      setTimeout(() => toast({ text: "The draft is discarded.", undo }));
      setIsAsked(true);
    }
    return null;
  }
  const asking = (
    <ToastsProvider>
      <Asks />
    </ToastsProvider>
  );
  using _ = await pressedOnSight(asking, { text: "The draft is discarded.", key: "z", ctrlKey: true });
  expect(undo).toHaveBeenCalledOnce();
});
