import type { Json, JsonObject } from "@dc/api-client";
import { createSandbox } from "@dc/sandbox/app";
import type { RecordedFile } from "#/draft/read-recordings.ts";

const now = Date.UTC(2026, 10, 20, 12);
const blocks = /```http\n([A-Z]+) (\S+)\n([^]*?)\n```\n\n```http\nHTTP\/1\.1 (\d+)\n([^]*?)\n```/g;

function headersIn(head: string): JsonObject {
  const lines = head.split("\n").filter((line) => line !== "");
  return Object.fromEntries(
    lines.map((line): [string, string] => {
      const [name = "", value = ""] = line.split(/: (.*)/s);
      return [name, value];
    }),
  );
}

function messageIn(text: string): { headers: JsonObject; body?: Json } {
  const [head = "", ...body] = text.split("\n\n");
  const rest = body.join("\n\n");
  return { headers: headersIn(head), ...(rest === "" ? {} : { body: JSON.parse(rest) as Json }) };
}

/** The examples of a drawn service's own page as recorded answers, with the profile that fits it. */
export async function recordedAnswers(
  spelling: string,
): Promise<{ readonly right: JsonObject; readonly recordings: readonly RecordedFile[] }> {
  const seed = `documents of ${spelling}`;
  const sandbox = createSandbox({ spelling, seed, practitioners: 130, writes: true, clock: () => now });
  const page = await sandbox.documentation({ baseUrl: "http://service.test" });
  const right = sandbox.profile({ writes: true });
  sandbox.close();
  const recordings = [...page.matchAll(blocks)].map(
    ([, method = "", path = "", sent = "", status = "", got = ""], position) => ({
      name: `${String(position + 1).padStart(2, "0")}.json`,
      content: {
        request: { method, path, ...messageIn(sent) },
        response: { status: Number(status), ...messageIn(got) },
      },
    }),
  );
  return { right, recordings };
}
