import { useEffect } from "react";
import { isFocusLost } from "./restore-focus.ts";

const around = "section, [role=region], [role=group], form, ul, ol";
const control = "button:not(:disabled), a[href], input, select, textarea";

/** So long in ms the screen may place the focus by itself. */
const SETTLES_MS = 100;

/**
 * Where the element with the focus is removed, as a button that has done its work, the next key goes on from the first control that is
 * left around it, else from the heading. The rows of a list see to it themselves.
 */
export function useKeptFocus() {
  useEffect(() => {
    let focused: Element | null = null;
    let places: Element[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const note = ({ target }: FocusEvent) => {
      focused = target instanceof Element && target.closest("[role=row]") === null ? target : null;
      places = [];
      for (let place = focused?.closest(around); place != null; place = place.parentElement?.closest(around))
        places.push(place);
    };
    const restore = () => {
      if (!isFocusLost()) return;
      const left = places.flatMap((place) =>
        place.isConnected ? [...place.querySelectorAll<HTMLElement>(control)] : [],
      );
      for (const next of [...left, document.querySelector<HTMLElement>("#main h1")]) {
        next?.focus({ preventScroll: true });
        // What is hidden or disabled does not take it.
        if (!isFocusLost()) return;
      }
    };
    const observer = new MutationObserver(() => {
      if (focused === null || focused.isConnected) return;
      focused = null;
      clearTimeout(timer);
      timer = setTimeout(restore, SETTLES_MS);
    });
    document.addEventListener("focusin", note);
    observer.observe(document.body, { childList: true, subtree: true });
    return () => {
      document.removeEventListener("focusin", note);
      observer.disconnect();
      clearTimeout(timer);
    };
  }, []);
}
