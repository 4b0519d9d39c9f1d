import { AsyncLocalStorage } from "node:async_hooks";

/** What causes calls to the service and entries of the journal. */
export interface CallOrigin {
  kind: "person" | "token" | "work" | "gateway" | "probe";
  /** The person, the token, or the kind of work. */
  name: string;
  /** The id of the console's request, of the sent change set or of the gateway's token. */
  id: string | null;
  /** Where the request that is being answered came from, as the server trusts it. */
  address?: string | undefined;
  /** The id of the gateway's request. */
  requestId?: string;
  /** The request that is being answered, where it is to have its effect once. */
  keyedRequest?: KeyedRequest;
}

/** A request with an `Idempotency-Key`. */
export interface KeyedRequest {
  /** The hash of whoever sent it, its method, address and key. */
  id: string;
  requestId: string;
  at: Date;
  /** The hash of its body and of what its caller may see. */
  contentHash: string;
}

const causes = new AsyncLocalStorage<CallOrigin>();

/** Sets this origin for all that is called and journalled by `work` and by whatever it starts. */
export function withCallOrigin<T>(cause: CallOrigin, work: () => T): T {
  return causes.run(cause, work);
}

export function currentCallOrigin(): CallOrigin {
  return givenCallOrigin() ?? { kind: "work", name: "start", id: null };
}

/** Undefined outside `withCallOrigin`, such as at the start, or before it is known who sent a request. */
export function givenCallOrigin(): CallOrigin | undefined {
  return causes.getStore();
}
