import { useEffect, useRef, useState } from "react";
import type { IndexPickerOptions } from "./index-picker-panel.tsx";

type PanelModule = Pick<typeof import("./index-picker-panel.tsx"), "IndexPickerPanel">;

let loaded: PanelModule | null = null;

const LOAD_AFTER_MS = 2_000;

/** The panel; null until it has loaded, which begins when it is opened, or once the first screen is shown. */
function usePanel(opened: boolean): PanelModule | null {
  const [panel, setPanel] = useState(loaded);
  useEffect(() => {
    if (loaded !== null) return;
    const load = () =>
      void import("./index-picker-panel.tsx").then(
        ({ IndexPickerPanel }) => {
          loaded = { IndexPickerPanel };
          setPanel(loaded);
        },
        // A console that is outdated says so by itself.
        () => undefined,
      );
    if (opened) return load();
    const timer = setTimeout(load, LOAD_AFTER_MS);
    return () => clearTimeout(timer);
  }, [opened]);
  return panel;
}

/** The properties of a button that opens the picker, the picker to render beside it, and a function that opens and closes it. */
export function useIndexPicker({ onOpen, ...picker }: IndexPickerOptions) {
  const [opened, setOpened] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const panel = usePanel(opened);
  const show = (open: boolean) => {
    setOpened(open);
    if (open) onOpen();
    else picker.onQuery("");
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
    picker:
      !opened || panel === null ? null : (
        <panel.IndexPickerPanel
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
