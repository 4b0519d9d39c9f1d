import { useState } from "react";

/** Begins anew with what somebody else saved, as soon as it is read, while nothing was typed over what was there before. */
export function useAdopted<Saved>(saved: Saved, isTouched: boolean, begin: (now: Saved) => void): void {
  const [seen, setSeen] = useState(saved);
  if (saved === seen) return;
  setSeen(saved);
  if (!isTouched) begin(saved);
}
