import { useEffect, useRef } from "react";
import { restoreFocus } from "#/ui/keyboard/restore-focus.ts";

type Face = "review" | "progress";

const places: { readonly [face in Face]: readonly string[] } = {
  // What is undone is mostly corrected and applied again.
  review: ["aside textarea", "#main h1"],
  // J and K go on from the first change.
  progress: ["#main [aria-pressed]", "#main h1"],
};

/**
 * When the review becomes the progress after Apply, or the other way round after Undo, the pressed button is gone with
 * the rest of the screen: the focus goes to where the next key is useful. Null while the screen is loading.
 */
export function useFocusOnTurn(face: Face | null) {
  const before = useRef(face);
  useEffect(() => {
    if (face === null) return;
    if (before.current !== null && before.current !== face) restoreFocus(...places[face]);
    before.current = face;
  }, [face]);
}
