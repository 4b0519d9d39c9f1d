import { useState } from "react";

/** The row that a person opened, as it was read last; as it was then, where the list has it no more. */
export function useOpenedRow<Row extends { id: string }>(rows: readonly Row[]) {
  const [opened, setOpened] = useState<Row | null>(null);
  const now = rows.find(({ id }) => id === opened?.id);
  if (now !== undefined && now !== opened) setOpened(now);
  return [now ?? opened, setOpened] as const;
}
