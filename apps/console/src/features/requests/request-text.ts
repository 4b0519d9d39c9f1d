import type { Hue } from "#/ui/display/mark.tsx";
import type { ServiceRequest } from "@dc/contract";
import { numberText } from "#/ui/display/count.tsx";

/** The result of a call: its status, or a word as short as one. */
export function statusOf({ status, outcome }: ServiceRequest): { text: string; hue: Hue } {
  if (outcome === "not-kept") return { text: "not kept", hue: "quiet" };
  if (status !== null) return { text: String(status), hue: status >= 400 ? "conflict" : "ink" };
  return outcome === "refused"
    ? { text: "refused", hue: "outside" }
    : { text: outcome === "paused" ? "not sent" : "no reply", hue: "outside" };
}

export function durationText({ outcome, durationMs }: ServiceRequest): string {
  if (outcome === "not-kept") return "";
  if (outcome === "refused" || outcome === "paused") return "not sent";
  return durationMs >= 10_000 ? `${(durationMs / 1000).toFixed(1)} s` : `${numberText(durationMs)} ms`;
}

/** `11:24:09.412` in the reader's own time zone. */
export function timeText(at: string): string {
  const time = new Date(at);
  const two = (part: number) => String(part).padStart(2, "0");
  return `${two(time.getHours())}:${two(time.getMinutes())}:${two(time.getSeconds())}.${String(time.getMilliseconds()).padStart(3, "0")}`;
}

/** The text of a line that stands for calls which the log had to drop because they came too fast. */
export function droppedCallsText({ calls }: ServiceRequest): string {
  return `${numberText(calls)} more ${calls === 1 ? "call was" : "calls were"} not recorded`;
}

/** The events of a call in their order. */
export function requestTimeline(request: ServiceRequest): { at: string; text: string }[] {
  const { outcome, status, attempt, durationMs, method } = request;
  const after = `+${numberText(durationMs)} ms`;
  if (outcome === "refused")
    return [{ at: "+0 ms", text: "refused by the console, not sent: the standard index is read-only" }];
  if (outcome === "not-kept") return [{ at: "", text: droppedCallsText(request) }];
  if (outcome === "paused")
    return [
      {
        at: "+0 ms",
        text: "not sent: the last calls failed, the service asked to wait, or the calls of a minute are used up",
      },
    ];
  const lines = [{ at: "+0 ms", text: attempt === 1 ? "sent" : `sent again, attempt ${attempt}` }];
  lines.push({ at: after, text: outcome === "answered" ? `answered with status ${status ?? ""}` : ends[outcome] });
  if (outcome !== "answered" && method !== "GET") lines.push({ at: "", text: "not retried: it may have taken effect" });
  if (status !== null && status >= 500 && method === "GET")
    lines.push({ at: "", text: "reads are retried where the profile allows it: see the next attempt above" });
  return lines;
}

const ends = {
  connection: "the connection failed: no status, no body",
  timeout: "timed out: no status, no body",
  "too-large": "the answer was larger than what is read",
  "key-echoed": "the answer contained the API key and was not used",
  aborted: "cancelled",
} as const;
