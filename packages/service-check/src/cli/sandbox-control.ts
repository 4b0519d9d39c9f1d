import { UsageError } from "./command-errors.ts";

let moves = 0;

/** Changes sample records in a sandbox's standard index, through its control API. */
export function changeThroughSandboxControl(
  controlUrl: string,
): (subject: { readonly type: string; readonly id: string }) => Promise<void> {
  return async ({ type, id }) => {
    moves += 1;
    const response = await fetch(new URL("/drift", controlUrl), {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ type, id, set: { moved_for_contract_suite: `${Date.now()} ${moves}` }, extra: true }),
    });
    if (!response.ok)
      throw new UsageError(`--sandbox-control answered ${response.status}: ${(await response.text()).slice(0, 300)}`);
  };
}
