import { type SessionPhase, sessionPhase } from "#/api/session-phase.ts";

/** A window that is closed while it signs out tells the others nothing more. */
const ENDS_WITHIN_MS = 10_000;

/** Ends with the session of the other windows of this browser, until the returned function is called. */
export function followSession(): () => void {
  const windows = new BroadcastChannel("directory-console session");
  let overdue: ReturnType<typeof setTimeout> | undefined;
  const goOn = () => {
    if (overdue !== undefined) sessionPhase.become("signed-in");
  };
  windows.onmessage = ({ data }: MessageEvent<SessionPhase>) => {
    clearTimeout(overdue);
    overdue = data === "signing-out" ? setTimeout(goOn, ENDS_WITHIN_MS) : undefined;
    sessionPhase.become(data);
  };
  sessionPhase.tell = (phase) => windows.postMessage(phase);
  return () => {
    // The next reading says whether somebody is signed in.
    goOn();
    clearTimeout(overdue);
    sessionPhase.tell = undefined;
    windows.close();
  };
}
