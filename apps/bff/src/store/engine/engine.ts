/** The result of a query, as PostgreSQL reports it. */
export interface EngineResult {
  rows: { [column: string]: unknown }[];
  affectedRows: number | undefined;
  command?: string | undefined;
}

/** One embedded PostgreSQL with one connection. Queries run in the order in which they were sent. */
export interface Engine {
  query(sql: string, parameters: readonly unknown[]): Promise<EngineResult>;
  /** Counts how often it broke and lost what was not committed; absent where it never is opened again. */
  readonly breaks?: number;
  /** Throws what the system says if nothing can be written to its directory now; absent for an engine in memory. */
  checkDisk?(): Promise<void>;
  /** Called each time it was opened again after it broke. */
  onReopened?(listener: () => void): void;
  close(): Promise<void>;
}

/** PostgreSQL's error of a failed query, passed out of the worker; the fields are named as in `pg`. */
export class EngineError extends Error {
  override readonly name = "EngineError";
  readonly code: string | undefined;
  readonly constraint: string | undefined;
  readonly table: string | undefined;
  readonly severity: string | undefined;
  /** The engine cannot go on and has to be opened again; what it was asked for may be done or not. */
  readonly isFatal: boolean;

  constructor({ message, code, constraint, table, severity, isFatal }: EngineFailure) {
    super(message);
    this.code = code;
    this.constraint = constraint;
    this.table = table;
    this.severity = severity;
    this.isFatal = isFatal;
  }
}

export interface EngineFailure {
  message: string;
  code: string | undefined;
  constraint: string | undefined;
  table: string | undefined;
  severity: string | undefined;
  isFatal: boolean;
}

/** Any thrown value as an error that can be passed between threads. */
export function toEngineFailure(error: unknown): EngineFailure {
  const details: { [key: string]: unknown } = typeof error === "object" && error !== null ? { ...error } : {};
  const text = (key: string) => (typeof details[key] === "string" ? details[key] : undefined);
  return {
    message: error instanceof Error ? error.message : String(error),
    code: text("code"),
    constraint: text("constraint"),
    table: text("table"),
    severity: text("severity"),
    isFatal: isFatal(error),
  };
}

/** PostgreSQL gave up, the program trapped or ended, or a call of the system threw through it. */
function isFatal(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ("severity" in error && (error.severity === "PANIC" || error.severity === "FATAL")) return true;
  return error.name === "RuntimeError" || error.name === "ExitStatus" || "syscall" in error;
}
