import { type StoreTrouble, StoreUnavailableError } from "#/runtime/errors.ts";

/** What a limit of time or PostgreSQL ended to let others go on; it was undone. */
const undoneCodes: ReadonlySet<string> = new Set([
  // idle_in_transaction_session_timeout, transaction_timeout, deadlock_detected, lock_not_available, query_canceled
  "25P03",
  "25P04",
  "40P01",
  "55P03",
  "57014",
]);
const UNDONE = "The store was busy for too long, so nothing was changed. Try again shortly.";

/** What PostgreSQL, the embedded engine and the system say when the store itself, and not a query, is the problem. */
const troubleOfCode: { readonly [code: string]: StoreTrouble } = {
  // disk_full
  "53100": "store_full",
  ENOSPC: "store_full",
  EDQUOT: "store_full",
  EFBIG: "store_full",
  // read_only_sql_transaction
  "25006": "store_read_only",
  EROFS: "store_read_only",
  // too_many_connections, configuration_limit_exceeded, io_error
  "53300": "store_unavailable",
  "53400": "store_unavailable",
  "58030": "store_unavailable",
  EIO: "store_unavailable",
  // admin_shutdown, crash_shutdown, cannot_connect_now, database_dropped, idle_session_timeout
  "57P01": "store_unavailable",
  "57P02": "store_unavailable",
  "57P03": "store_unavailable",
  "57P04": "store_unavailable",
  "57P05": "store_unavailable",
  ECONNREFUSED: "store_unavailable",
  ECONNRESET: "store_unavailable",
  EPIPE: "store_unavailable",
  ETIMEDOUT: "store_unavailable",
  EHOSTUNREACH: "store_unavailable",
  ENETUNREACH: "store_unavailable",
};

/** insufficient_privilege, io_error, undefined_file and internal_error: with these PostgreSQL tells that a file failed. */
const fileCodes: ReadonlySet<string> = new Set(["42501", "58030", "58P01", "XX000"]);

/** The driver's own errors have no code. */
const NEVER_ASKED = /is not queryable|connection has been discarded/;
const LOST = /^Connection terminated|is not queryable|connection has been discarded|^timeout exceeded when trying/;

/** What troubles the store, by the error of a query; undefined if the error is about the query. */
export function storeTroubleOf(error: unknown): StoreTrouble | undefined {
  if (error instanceof StoreUnavailableError) return error.code;
  if (!(error instanceof Error)) return undefined;
  const code = "code" in error && typeof error.code === "string" ? error.code : undefined;
  // Several refusals of the system share one code; what the system said stands in the message.
  if (code === undefined || fileCodes.has(code)) {
    if (/no space left on device|disk quota exceeded|file too large/i.test(error.message)) return "store_full";
    if (/read-only file system/i.test(error.message)) return "store_read_only";
  }
  const hasBroken = "isFatal" in error && error.isFatal === true;
  if (code === undefined) return hasBroken || LOST.test(error.message) ? "store_unavailable" : undefined;
  if (undoneCodes.has(code)) return "store_unavailable";
  // Class 08: exceptions of the connection.
  return troubleOfCode[code] ?? (hasBroken || /^08[0-9A-Z]{3}$/.test(code) ? "store_unavailable" : undefined);
}

/** What a person or program reads while the store cannot do its work. */
const words: { readonly [trouble in StoreTrouble]: string } = {
  store_unavailable: "The store cannot be reached at the moment. Try again shortly.",
  store_full: "The disk of the store is full, so nothing can be saved. Free some space there; no restart is needed.",
  store_read_only:
    "The store is read-only at the moment, so nothing can be saved. Make it writable; no restart is needed.",
};
const OUTCOME_UNKNOWN =
  "The connection to the store was lost before the store confirmed the change. Check whether it was saved before you repeat it.";

/** The error of a query as a StoreUnavailableError if the store is the problem; any other error as it is. */
export function toStoreFailure(error: unknown, { isOutcomeUnknown }: { isOutcomeUnknown: boolean }): unknown {
  const code = storeTroubleOf(error);
  if (code === undefined || error instanceof StoreUnavailableError) return error;
  if (isUndone(error)) return new StoreUnavailableError(UNDONE, { code, cause: error });
  // A store that is full or read-only says so instead of saving, unless it broke over it.
  const hasBroken = error instanceof Error && "severity" in error && error.severity === "PANIC";
  const isLost = code === "store_unavailable" || hasBroken;
  const wasAsked = !(error instanceof Error && NEVER_ASKED.test(error.message));
  return storeFailure(code, error, { isOutcomeUnknown: isOutcomeUnknown && isLost && wasAsked });
}

function isUndone(error: unknown): boolean {
  return error instanceof Error && "code" in error && typeof error.code === "string" && undoneCodes.has(error.code);
}

export function storeFailure(
  code: StoreTrouble,
  cause: unknown,
  { isOutcomeUnknown = false }: { isOutcomeUnknown?: boolean } = {},
): StoreUnavailableError {
  return new StoreUnavailableError(isOutcomeUnknown ? OUTCOME_UNKNOWN : words[code], { code, isOutcomeUnknown, cause });
}
