import { type ApiDocument, createAnswerCheck } from "@dc/api-document/answer-check";
import { z } from "zod";
import type { App } from "#/server/app.ts";

let check: ReturnType<typeof createAnswerCheck> | undefined;

/** Throws unless the API's document describes this answer. Every server of this process has the same document. */
export async function expectDocumented(app: App, request: Request, answer: Response): Promise<void> {
  const { pathname } = new URL(request.url);
  if (!pathname.startsWith("/api/v1/")) return;
  check ??= createAnswerCheck(asDocument(await (await app.request("/api/v1/openapi.json")).json()));
  const problems = check({
    method: request.method,
    path: pathname,
    status: answer.status,
    contentType: answer.headers.get("Content-Type"),
    // A stream that goes on has no end to wait for.
    body: isOpenStream(request, answer) ? "" : await answer.clone().text(),
  });
  if (problems.length > 0)
    throw new Error(`${request.method} ${pathname} is not answered as documented:\n${problems.join("\n")}`);
}

function isOpenStream(request: Request, answer: Response): boolean {
  const type = "text/event-stream";
  return request.headers.get("Accept") === type && answer.headers.get("Content-Type") === type;
}

/** Only its shape is checked here: `document-problems` checks the rest. */
function asDocument(document: unknown): ApiDocument {
  z.looseObject({ openapi: z.literal("3.1.0"), paths: z.record(z.string(), z.unknown()) }).parse(document);
  return document as ApiDocument;
}
