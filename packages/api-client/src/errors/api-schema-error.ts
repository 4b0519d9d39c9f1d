/** One place where an answer does not fit, as a JSON Pointer into it. */
export interface SchemaProblem {
  readonly pointer: string;
  readonly message: string;
}

/** The call worked and the answer did not fit the profile: not an `ApiError`, since retrying or reconnecting changes nothing. */
export class ApiSchemaError extends Error {
  readonly status: number | null;
  readonly requestId: string | null;
  readonly problems: readonly SchemaProblem[];

  constructor(
    problems: readonly SchemaProblem[],
    options: { readonly status?: number; readonly requestId?: string | null } = {},
  ) {
    const [first] = problems;
    super(`The service's answer does not fit the profile: ${first === undefined ? "unreadable" : wordsOf(first)}`);
    this.name = "ApiSchemaError";
    this.status = options.status ?? null;
    this.requestId = options.requestId ?? null;
    this.problems = problems;
  }
}

function wordsOf({ pointer, message }: SchemaProblem): string {
  if (pointer !== "") return `${pointer}: ${message}`;
  return message.startsWith("must ") ? `the body ${message}` : message;
}
