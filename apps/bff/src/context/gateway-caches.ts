import type { Change, RecordKey } from "@dc/directory";

/** The live changes of one record. A new object whenever they are not what they were, so that it can key what is derived from it. */
export interface RecordOverlay {
  changes: readonly Change[];
}

/** The live changes of every index, kept in memory by index and record, so that a read of the gateway asks the store nothing. */
export interface Overlay {
  /** Loads every index of the connection. */
  load(): Promise<void>;
  /** Takes over what was committed about these records with this revision of the index's ledger. Where it cannot, the index waits for `repair`. */
  refresh(indexId: string, records: readonly RecordKey[], revision: number): Promise<void>;
  /** True while something that was committed could not be taken over: nothing of the index is to be served then. */
  isBroken(indexId: string): boolean;
  /** Reads a broken index again. Throws StoreUnavailableError where it cannot: rather no answer than one without what was approved. */
  repair(indexId: string): Promise<void>;
  /** Reads the whole index again unless it is at this revision: for when another process may have written. */
  catchUp(indexId: string, revision: number): Promise<void>;
  of(indexId: string, type: string, id: string): RecordOverlay | undefined;
}

export interface KnownToken {
  id: string;
  expiresAt: number | null;
}

/** The live tokens by the hash of their secret, so that a read of the gateway asks the store nothing. */
export interface TokenCache {
  /** Takes over what was committed. */
  refresh(): Promise<void>;
  /** The token of a secret that opens something now. */
  find(secret: string): KnownToken | undefined;
  markUsed(id: string): void;
  /** Writes when tokens were last used; done now and then, never for each request. */
  flush(): Promise<void>;
}
