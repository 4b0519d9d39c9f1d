import type { Change, RecordKey } from "@dc/directory";
import type { GatewayToken, LiveToken } from "./token-rights.ts";

/**
 * The live changes of one record. Every change of them makes a new object, so that results derived from it can be keyed
 * by it.
 */
export interface RecordOverlay {
  changes: readonly Change[];
}

/** Changes of a record that were live and are not any more, by their ids. */
export interface EndedOnRecord {
  record: RecordKey;
  ids: readonly string[];
}

/** The live changes of every index in memory, by index and record, so that a gateway read needs no query. */
export interface Overlay {
  /** Loads every index of the connection. */
  load(): Promise<void>;
  /**
   * Takes over the committed changes of these records at this ledger revision, and drops those that ended, without reading what is
   * left. If that fails, the index stays broken until `repair`.
   */
  refresh(
    indexId: string,
    records: readonly RecordKey[],
    revision: number,
    ended?: Iterable<EndedOnRecord>,
  ): Promise<void>;
  /** True while a committed change could not be taken over; nothing of the index may be served then. */
  isBroken(indexId: string): boolean;
  /**
   * Reads a broken index again. Throws StoreUnavailableError if it cannot, since an answer without approved changes
   * would be wrong.
   */
  repair(indexId: string): Promise<void>;
  /** Every index is broken until it was read again: what was committed is not known. */
  distrust(): void;
  /** Reads the whole index again unless it is at this revision, because another process may have written. */
  catchUp(indexId: string, revision: number): Promise<void>;
  of(indexId: string, type: string, id: string): RecordOverlay | undefined;
  /** The records of a type that have live changes in an index, by their ids; the same object until one of them changes. */
  ofType(indexId: string, type: string): ReadonlyMap<string, RecordOverlay>;
}

/**
 * The live tokens for the gateway by the hash of their secret, so that a gateway read needs no query. It is refreshed after
 * whatever changes a token, or what its owner may do.
 */
export interface TokenCache {
  /** Reads the committed tokens again. */
  refresh(): Promise<void>;
  /** The live token for the gateway with this secret. */
  find(secret: string): GatewayToken | undefined;
  /** The live token with this secret, whatever it may do, as the store has it now. */
  read(secret: string): Promise<LiveToken | undefined>;
  /** Whether any live token lets pages of this origin call the API, as the store has it now. */
  allowsOrigin(origin: string): Promise<boolean>;
  markUsed(id: string): void;
  /** Writes when tokens were last used; called periodically instead of for each request. */
  flush(): Promise<void>;
}
