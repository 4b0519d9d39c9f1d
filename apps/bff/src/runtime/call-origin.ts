import { AsyncLocalStorage } from "node:async_hooks";

/** What makes us call the service, for the request log. */
export interface CallOrigin {
  kind: "person" | "work" | "gateway" | "probe";
  /** The person, or the kind of work. */
  name: string;
  /** Our request, the change set that is sent, or the token of the gateway. */
  id: string | null;
}

const causes = new AsyncLocalStorage<CallOrigin>();

/** Whatever is called in `work`, and in all that it begins, is called because of this. */
export function withCallOrigin<T>(cause: CallOrigin, work: () => T): T {
  return causes.run(cause, work);
}

export function currentCallOrigin(): CallOrigin {
  return causes.getStore() ?? { kind: "work", name: "start", id: null };
}
