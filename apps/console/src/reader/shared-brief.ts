import type { AnswerInput, BriefPractitioner, Problem, SharedAnswer, SharedBrief } from "@dc/contract";

/** So many practitioners are put on one page; the rest is counted. */
const MOST_SHOWN = 1000;

/** The link opens nothing any more: it is over, was revoked, or its maker may not share the directory now. */
export class LinkEnded extends Error {}

async function ask<Answer>(secret: string, method: string, path: string, body?: object): Promise<Answer> {
  const { ok, status, answer } = await answerTo(`/api/v1/shared-brief${path}`, {
    method,
    headers: {
      Authorization: `Bearer ${secret}`,
      ...(body === undefined ? {} : { "Content-Type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    credentials: "omit",
    cache: "no-store",
  });
  if (status === 401) throw new LinkEnded(problemText(answer as Problem));
  if (!ok) throw new Error(problemText(answer as Problem));
  return answer as Answer;
}

/** Throws a sentence for the reader where no answer of the server came: none at all, or the page of a proxy. */
async function answerTo(address: string, init: RequestInit): Promise<{ ok: boolean; status: number; answer: unknown }> {
  try {
    const response = await fetch(address, init);
    const text = await response.text();
    return { ok: response.ok, status: response.status, answer: text === "" ? null : JSON.parse(text) };
  } catch (cause) {
    throw new Error("The server can’t be reached. Reload the page in a moment; what was kept is on it.", { cause });
  }
}

const problemText = ({ detail, errors }: Problem): string =>
  [detail, ...(errors ?? []).map((error) => error.detail)].join(" ");

export interface ReadBrief {
  brief: SharedBrief;
  practitioners: BriefPractitioner[];
}

/** The brief with everybody in it, up to a thousand. */
export async function readSharedBrief(secret: string): Promise<ReadBrief> {
  const brief = await ask<SharedBrief>(secret, "GET", "?limit=100");
  const practitioners = [...brief.items];
  for (let cursor = brief.nextCursor; cursor !== null && practitioners.length < MOST_SHOWN;) {
    const page = await ask<SharedBrief>(secret, "GET", `?limit=100&cursor=${encodeURIComponent(cursor)}`);
    practitioners.push(...page.items);
    cursor = page.nextCursor;
  }
  return { brief, practitioners };
}

export const sendAnswer = async (secret: string, answer: AnswerInput): Promise<SharedAnswer> =>
  await ask<SharedAnswer>(secret, "POST", "/answers", answer);

export const takeBackAnswer = async (secret: string, id: string): Promise<void> => {
  await ask<null>(secret, "DELETE", `/answers/${encodeURIComponent(id)}`);
};
