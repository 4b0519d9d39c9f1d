import type { ImportedPlans } from "@dc/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { bff } from "#/api/bff.ts";
import { plansKey } from "#/plan-choice/queries.ts";

/** Imports only once, however often the button is pressed. */
export function useImportPlans() {
  const client = useQueryClient();
  const asked = useRef(false);
  const { mutateAsync, ...state } = useMutation({
    mutationFn: (csv: string) => bff.post<ImportedPlans>("/plans/import", { csv }),
    onSuccess: () => client.invalidateQueries({ queryKey: plansKey }),
    onError: () => {
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
