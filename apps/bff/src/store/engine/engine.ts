/** The result of a query, as PostgreSQL reports it. */
export interface EngineResult {
  rows: unknown[];
  affectedRows: number | undefined;
  command: string | undefined;
}

/** One embedded PostgreSQL with one connection. Queries run in the order in which they were sent. */
export interface Engine {
  query(sql: string, parameters: readonly unknown[]): Promise<EngineResult>;
  close(): Promise<void>;
}

/** PostgreSQL's error of a failed query, passed out of the worker; the fields are named as in `pg`. */
export class EngineError extends Error {
  override readonly name = "EngineError";
  readonly code: string | undefined;
  readonly constraint: string | undefined;
  readonly table: string | undefined;

  constructor({ message, code, constraint, table }: EngineFailure) {
    super(message);
    this.code = code;
    this.constraint = constraint;
    this.table = table;
  }
}

export interface EngineFailure {
  message: string;
  code: string | undefined;
  constraint: string | undefined;
  table: string | undefined;
}

/** Any thrown value as an error that can be passed between threads. */
export function toEngineFailure(error: unknown): EngineFailure {
  const said: { [key: string]: unknown } = typeof error === "object" && error !== null ? { ...error } : {};
  const text = (key: string) => (typeof said[key] === "string" ? said[key] : undefined);
  return {
    message: error instanceof Error ? error.message : String(error),
    code: text("code"),
    constraint: text("constraint"),
    table: text("table"),
  };
}
