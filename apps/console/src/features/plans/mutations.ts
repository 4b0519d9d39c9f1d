import type { ImportedPlans, PlanImport } from "@dc/contract";
import { useRef } from "react";
import { bff, path } from "#/api/bff.ts";
import { useCommand } from "#/commands/use-command.ts";

export const useTakeBackPlans = () =>
  useCommand({
    run: (id: string) => bff.post<PlanImport>(path`/plan-imports/${id}/take-back`, {}),
    changes: ["plan"],
  });

/** Imports only once, however often the button is pressed. */
export function useImportPlans() {
  const asked = useRef(false);
  const { mutateAsync, ...state } = useCommand({
    run: (csv: string) => bff.post<ImportedPlans>("/plans/import", { csv }),
    changes: ["plan"],
    onFailure: () => {
      asked.current = false;
    },
  });
  const importOnce = (csv: string, onImported = () => {}) => {
    if (asked.current) return;
    asked.current = true;
    // Awaited, since the drawer may be closed by then.
    void mutateAsync(csv).then(onImported, () => undefined);
  };
  return { ...state, importOnce };
}
