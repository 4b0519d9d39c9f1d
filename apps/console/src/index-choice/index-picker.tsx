import { useEffect, useRef, useState } from "react";
import { lazyPart } from "#/ui/page/lazy-part.tsx";
import { collectTyped, takeTyped } from "#/ui/keyboard/typed-ahead.ts";
import type { IndexPickerOptions } from "./index-picker-panel.tsx";

const IndexPickerPanel = lazyPart(async () => {
  try {
    return { default: (await import("./index-picker-panel.tsx")).IndexPickerPanel };
  } catch (failure) {
    takeTyped();
    throw failure;
  }
});

const LOAD_AFTER_MS = 2_000;

/** The properties of a button that opens the picker, the picker to render beside it, and a function that opens and closes it. */
export function useIndexPicker({ onOpen, ...picker }: IndexPickerOptions) {
  const [opened, setOpened] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  // Once the first screen is shown.
  useEffect(() => {
    const timer = setTimeout(() => void IndexPickerPanel.preload(), LOAD_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  const show = (open: boolean) => {
    setOpened(open);
    if (open) {
      collectTyped();
      onOpen();
    } else {
      takeTyped();
      picker.onQuery("");
    }
  };
  return {
    opened,
    show,
    button: {
      ref: button,
      "aria-haspopup": "dialog",
      "aria-expanded": opened,
      onClick: () => show(!opened),
    } as const,
    picker: !opened ? null : (
      <IndexPickerPanel
        {...picker}
        anchor={button}
        onChoose={(id, how) => {
          show(false);
          picker.onChoose(id, how);
        }}
        onClose={() => show(false)}
      />
    ),
  };
}
