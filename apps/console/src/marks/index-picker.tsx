import { useEffect, useRef, useState } from "react";
import type { IndexPickerOptions } from "./index-picker-panel.tsx";

type PanelModule = Pick<typeof import("./index-picker-panel.tsx"), "IndexPickerPanel">;

let loaded: PanelModule | null = null;

/** The panel, which the first screen does without; null until it has loaded, which begins at once. */
function usePanel(): PanelModule | null {
  const [panel, setPanel] = useState(loaded);
  useEffect(() => {
    if (loaded !== null) return;
    import("./index-picker-panel.tsx").then(
      ({ IndexPickerPanel }) => {
        loaded = { IndexPickerPanel };
        setPanel(loaded);
      },
      // A console that is outdated says so by itself.
      () => undefined,
    );
  }, []);
  return panel;
}

/** The properties of a button that opens the picker, the picker to render beside it, and a function that opens and closes it. */
export function useIndexPicker({ onOpen, ...picker }: IndexPickerOptions) {
  const [opened, setOpened] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const panel = usePanel();
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
