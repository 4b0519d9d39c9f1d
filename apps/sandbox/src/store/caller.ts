import { createHash } from "node:crypto";

/** Who calls: a developer of the service, known by the fingerprint of the key. */
export interface Caller {
  readonly fingerprint: string;
  readonly mode: "test" | "live";
  readonly label: string;
}

/** The key of the sandbox that starts together with the console. */
export const builtInKey = "test_sandbox_key_7Qm2VtKc9Xw4";

const known = new Map<string, Caller>();

export function callerOf(key: string): Caller | undefined {
  const kept = known.get(key);
  if (kept) return kept;
  const mode = /^(test|live)_[A-Za-z0-9_]{8,}$/.exec(key)?.[1];
  if (mode !== "test" && mode !== "live") return undefined;
  const fingerprint = createHash("sha256").update(key).digest("hex").slice(0, 16);
  const caller: Caller = { fingerprint, mode, label: `${mode}:${fingerprint}` };
  if (known.size < 1000) known.set(key, caller);
  return caller;
}
