import { createHash } from "node:crypto";

/** A developer of the service, identified by the fingerprint of the key. */
export interface Caller {
  readonly fingerprint: string;
  readonly mode: "test" | "live";
  readonly label: string;
}

/** The key that the console uses for the sandbox that starts with it. */
export const builtInKey = "test_sandbox_key_7Qm2VtKc9Xw4";

const callers = new Map<string, Caller>();

/** The caller that a key identifies; undefined for a text that is not a valid key. */
export function callerOf(key: string): Caller | undefined {
  const known = callers.get(key);
  if (known) return known;
  const mode = /^(test|live)_[A-Za-z0-9_]{8,}$/.exec(key)?.[1];
  if (mode !== "test" && mode !== "live") return undefined;
  const fingerprint = createHash("sha256").update(key).digest("hex").slice(0, 16);
  const caller: Caller = { fingerprint, mode, label: `${mode}:${fingerprint}` };
  if (callers.size < 1000) callers.set(key, caller);
  return caller;
}
