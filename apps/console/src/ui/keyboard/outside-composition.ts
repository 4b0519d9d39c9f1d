import type { KeyboardEvent } from "react";

/** Handles the keys in a field but for those of an input method, such as the Enter that ends what it composes. */
export const outsideComposition =
  <Field extends Element>(handle: ((event: KeyboardEvent<Field>) => void) | undefined) =>
  (event: KeyboardEvent<Field>): void => {
    if (!event.nativeEvent.isComposing) handle?.(event);
  };
