import { ImportedPlans } from "@dc/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { bff } from "#/api/bff.ts";
import { plansKey } from "./queries.ts";

export function useImportPlans() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (csv: string) => bff.post("/plans/import", { csv }, ImportedPlans),
    onSuccess: () => client.invalidateQueries({ queryKey: plansKey }),
  });
}
