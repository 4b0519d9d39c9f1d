import type { Alarm, AlarmList, ConnectionPause, SettleAlarmInput, SettledAlarm } from "@dc/contract";
import { bff, path } from "#/api/bff.ts";
import { anyFailure, useCommand } from "#/commands/use-command.ts";
import { useToast } from "#/ui/overlay/toasts.tsx";

/** The index versions that also accepted a value sent to another one, as a phrase. */
export function takenByText({ takenBy }: Alarm): string {
  return takenBy.length === 0 ? "another index version" : takenBy.map(({ name }) => name).join(" and ");
}

const rereads = { changes: ["alarm"], rereadsAfter: anyFailure } as const;

export const useSettleAlarm = (id: string) =>
  useCommand({
    run: (settlement: SettleAlarmInput) => bff.post<SettledAlarm>(path`/alarms/${id}/settle`, settlement),
    ...rereads,
  });

/** Pauses, or resumes, what is sent of all change sets of the connection. */
export const useTurnConnection = () =>
  useCommand({
    run: (to: "pause" | "resume") => bff.post<ConnectionPause>(`/${to}`, {}),
    changes: ["connection", "change-set"],
    rereadsAfter: anyFailure,
    failed: "",
  });

export function useResumeSending() {
  const toast = useToast();
  return useCommand({
    run: () => bff.post<AlarmList>("/sending/resume", {}),
    ...rereads,
    failed: "",
    onDone: () => toast({ text: "Sending resumed." }),
  });
}
