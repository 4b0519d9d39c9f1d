import type { Alarm, AlarmList, SettleAlarmInput, SettledAlarm } from "@dc/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { bff, path } from "#/api/bff.ts";
import { errorSentence } from "#/api/bff-error.ts";
import { useToast } from "#/ui/overlay/toasts.tsx";
import { alarmsQuery } from "./queries.ts";
import { refreshChanges } from "./refresh-changes.ts";

/** The index versions that also accepted a value sent to another one, as a phrase. */
export function takenByText({ takenBy }: Alarm): string {
  return takenBy.map(({ name }) => name).join(" and ");
}

export function useSettleAlarm(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (said: SettleAlarmInput) => bff.post<SettledAlarm>(path`/alarms/${id}/settle`, said),
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: alarmsQuery.queryKey });
      await refreshChanges(client);
    },
  });
}

export function useResumeSending() {
  const client = useQueryClient();
  const toast = useToast();
  return useMutation({
    mutationFn: () => bff.post<AlarmList>("/sending/resume", {}),
    onSuccess: () => void toast({ text: "Sending resumed." }),
    onError: (error) => void toast({ text: errorSentence(error), seconds: 10 }),
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: alarmsQuery.queryKey });
      await refreshChanges(client);
    },
  });
}
