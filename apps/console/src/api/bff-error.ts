import type { ErrorCode, Problem } from "@dc/contract";
import { consoleBuild } from "./console-build.ts";

/** The bff answered with a problem. */
export class BffError extends Error {
  override readonly name = "BffError";
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(withServiceMessage(problem.detail, problem));
    this.problem = problem;
  }

  get code(): ErrorCode {
    return this.problem.code;
  }

  /** What is wrong with one field of the body, as a sentence; by its JSON Pointer such as `/email`. */
  fieldError(pointer: string): string | undefined {
    const detail = this.problem.errors?.find((error) => error.pointer === pointer)?.detail;
    return detail === undefined ? undefined : fieldSentence(detail);
  }
}

/** The server says of a field that it "must be a day" or "is given twice". */
function fieldSentence(detail: string): string {
  const words = /^[a-z]+ /.test(detail) ? `It ${detail}` : detail;
  return /[.!?”]$/.test(words) ? words : `${words}.`;
}

/** Appends what the service itself said, where the sentence does not have it yet. */
function withServiceMessage(sentence: string, { service }: Problem): string {
  const message = service?.message ?? null;
  const reasons = (service?.details ?? []).map(({ field, words, code }) =>
    [field, words ?? code].filter((part) => part !== null).join(": "),
  );
  const missing = [message ?? "", ...reasons].filter((text) => text !== "" && !sentence.includes(text));
  if (missing.length === 0) return sentence;
  const [first = "", ...others] = missing;
  return `${sentence} The service said: ${[first, others.join("; ")].filter((text) => text !== "").join(" ")}`;
}

/** No answer came. A call that changes something may still have been carried out. */
export class BffUnreachableError extends Error {
  override readonly name = "BffUnreachableError";
}

/** An answer came that is not from the console's server, such as a page of a proxy in between. */
export class BffAnswerError extends Error {
  override readonly name = "BffAnswerError";

  constructor(status: number, options?: ErrorOptions) {
    super(`The answer with status ${status} is not from the console's server`, options);
  }
}

/** What browsers and the loader of styles call a part that could not be fetched. */
const unloaded = /imported module|module script|preload CSS/;

/** One sentence for a person about any failure of a call. */
export function errorSentence(error: unknown): string {
  if (error instanceof BffError) return error.message;
  if (error instanceof BffUnreachableError) return "The console's server can't be reached.";
  if (consoleBuild.isOutdated()) return "A new version of the console is available. Reload the page.";
  if (error instanceof BffAnswerError)
    return `${error.message}. A proxy or a sign-in page may have answered. Reload the page, or try again.`;
  if (unloaded.test(String(error))) return "Part of the console could not be loaded.";
  return "Something went wrong on this page. Reload it to try again.";
}

/** Whether the thing asked about does not exist, or no longer does. */
export const isGone = (error: unknown): boolean => error instanceof BffError && error.code === "not_found";

/** The sentence and the request id that a page shows in place of data that could not be read. */
export function describeFailure(error: unknown): { sentence: string; requestId: string | null } {
  return { sentence: errorSentence(error), requestId: requestIdOf(error) };
}

/** The id to quote when one reports a failure. */
export function requestIdOf(error: unknown): string | null {
  return error instanceof BffError ? error.problem.requestId : null;
}
