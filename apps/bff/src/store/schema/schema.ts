import type { AccessTables } from "./access-tables.ts";
import type { ConnectionTables } from "./connection-tables.ts";
import type { IndexVersionTables } from "./index-version-tables.ts";
import type { LedgerTables } from "./ledger-tables.ts";
import type { RecordTables } from "./record-tables.ts";
import type { RequestTables } from "./request-tables.ts";
import type { RosterTables } from "./roster-tables.ts";

export interface Schema
  extends AccessTables, ConnectionTables, IndexVersionTables, LedgerTables, RecordTables, RequestTables, RosterTables {}
