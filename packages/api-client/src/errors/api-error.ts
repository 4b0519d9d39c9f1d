/** Base of every failure of a call to the service; `requestId` is the service's own where it gave one. */
export abstract class ApiError extends Error {
  readonly requestId: string | null;

  constructor(message: string, options: { readonly requestId?: string | null; readonly cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = new.target.name;
    this.requestId = options.requestId ?? null;
  }
}
