import { OperationError, operationError } from "#/runtime/errors.ts";

/**
 * Collects why values cannot be decided, so that all of them are told at once. With `isMany` each is told with its place in `of`;
 * otherwise the refusal of the one value stands as it is.
 */
export function refusalsOf(of: number, isMany: boolean) {
  const refused: { at: number; error: OperationError }[] = [];
  return {
    /** Does something for the value at this place; a refusal is kept, and answers undefined. */
    async attempt<T>(at: number, work: () => T | Promise<T>): Promise<T | undefined> {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof OperationError)) throw error;
        refused.push({ at, error });
        return undefined;
      }
    },
    add(at: number, error: OperationError): void {
      refused.push({ at, error });
    },
    /** Throws if any was refused: what moved before what cannot be decided so. */
    throwIfAny(): void {
      const [first] = refused;
      if (first === undefined) return;
      if (!isMany) throw first.error;
      const code = refused.find(({ error }) => error.code === "moved_since_seen")?.error.code ?? first.error.code;
      const alike = refused.filter(({ error }) => error.code === code);
      const errors = alike.flatMap(({ at, error }) =>
        (error.errors ?? [{ pointer: "", detail: error.message }]).map(({ pointer }) => ({
          pointer: `/of/${at}${pointer}`,
          detail: error.message,
        })),
      );
      const given = { count: alike.length, of, sentence: alike[0]?.error.message ?? "", errors };
      if (code === "moved_since_seen") throw operationError(code, "values", given);
      if (code === "not_found") throw operationError(code, "fields", given);
      if (code === "wrong_state") throw operationError(code, "not-decidable", given);
      throw first.error;
    },
  };
}

export type Refusals = ReturnType<typeof refusalsOf>;

/** What staging refuses about its changes, told of the values that they were made for. */
export function atValues(error: unknown, places: readonly number[]): unknown {
  if (!(error instanceof OperationError) || error.errors === undefined) return error;
  const errors = error.errors.map(({ pointer, detail }) => ({
    pointer: pointer.replace(/^\/changes\/(\d+)/, (_, index: string) => `/of/${places[Number(index)] ?? 0}`),
    detail,
  }));
  const { code, message, service, moved } = error;
  return new OperationError(code, message, {
    errors,
    ...(service === undefined ? {} : { service }),
    ...(moved === undefined ? {} : { moved }),
    cause: error,
  });
}
