import type { ImportedPlans } from "@dc/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { bff } from "#/api/bff.ts";
import { plansKey } from "#/plan-choice/queries.ts";

/** Imports only once, however often the button is pressed. */
export function useImportPlans() {
  const client = useQueryClient();
  const asked = useRef(false);
  const { mutate, ...state } = useMutation({
    mutationFn: (csv: string) => bff.post<ImportedPlans>("/plans/import", { csv }),
    onSuccess: () => client.invalidateQueries({ queryKey: plansKey }),
    onError: () => {
      asked.current = false;
    },
  });
  const importOnce = (csv: string, onImported?: () => void) => {
    if (asked.current) return;
    asked.current = true;
    mutate(csv, onImported === undefined ? {} : { onSuccess: onImported });
  };
  return { ...state, importOnce };
}
