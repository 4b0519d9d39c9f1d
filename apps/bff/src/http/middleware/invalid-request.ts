import type { FieldError } from "@dc/contract";
import type { Hook } from "@hono/zod-openapi";
import type { z } from "zod";
import type { AppEnv } from "#/http/app-env.ts";
import { OperationError } from "#/runtime/errors.ts";
import { issueMessage } from "./issue-message.ts";

/** Turns schema errors into a problem that points at each invalid field. */
export const refuseInvalid: Hook<unknown, AppEnv, "", unknown> = (result, { req }) => {
  if (result.success) return;
  const isRepeated = ({ code, path: [name, ...below] }: Issue) =>
    result.target === "query" &&
    code === "invalid_type" &&
    below.length === 0 &&
    (req.queries(String(name))?.length ?? 0) > 1;
  const errors = result.error.issues.flatMap((issue) =>
    isRepeated(issue)
      ? [{ pointer: `?${String(issue.path[0])}`, detail: "must be given once" }]
      : fieldErrors(issue, result.target),
  );
  throw new OperationError("invalid_request", sentenceOf(errors), { errors });
};

function sentenceOf(errors: FieldError[]): string {
  const [first, ...others] = errors;
  if (first === undefined) return "The request is not valid.";
  const more = others.length === 0 ? "" : ` (and ${others.length} more)`;
  return `${first.pointer === "" ? "The body" : first.pointer}: ${first.detail}${more}.`;
}

type Issue = z.core.$ZodIssue;

function fieldErrors(issue: Issue, target: string): FieldError[] {
  const path = issue.path.map(String);
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => ({ pointer: pointerTo([...path, key], target), detail: "is not a known field" }));
  }
  return [{ pointer: pointerTo(path, target), detail: issueMessage(issue) }];
}

function pointerTo(path: string[], target: string): string {
  if (target === "query") return `?${path.join(".")}`;
  return path.map((key) => `/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}
