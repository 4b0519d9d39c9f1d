import type { SetUntilInput, UntilSet } from "@dc/contract";
import { bff, path } from "#/api/bff.ts";
import { anyFailure, useCommand } from "#/commands/use-command.ts";
import { countText } from "#/ui/display/count.tsx";
import { useToast } from "#/ui/overlay/toasts.tsx";

/** Says until which day overrides hold; null for no end. */
export function useSetUntil(indexId: string) {
  const toast = useToast();
  return useCommand({
    run: (input: SetUntilInput) => bff.post<UntilSet>(path`/index-versions/${indexId}/overrides/until`, input),
    changes: ["decision"],
    rereadsAfter: anyFailure,
    failed: "",
    onDone: ({ changeIds }, { until }) =>
      toast({
        text: `Kept ${countText(changeIds.length, "override")} ${until === null ? "without an end" : `until ${until}`}.`,
      }),
  });
}
