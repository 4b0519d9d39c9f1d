import type { ProfileProblem, ServiceProfileData } from "@dc/api-client";
import { unknownId, type CheckSession } from "./check-session.ts";
import { serviceMessage } from "./describe-answer.ts";
import type { ProbeResult } from "./probe.ts";

/** A run could not begin: the service cannot be reached, or rejects the key. */
export class ServiceCheckError extends Error {
  override readonly name = "ServiceCheckError";
  /** Where nothing answered, and the code of the failed connection if there was one; null where the service answered. */
  readonly tried: { readonly address: string; readonly code: string | null } | null;

  constructor(message: string, tried: ServiceCheckError["tried"] = null) {
    super(message);
    this.tried = tried;
  }
}

/** The first call of a run: why the service answers nothing, as a problem of the profile; null when it answers. Throws ServiceCheckError when it cannot be reached. */
export async function connectionProblem(
  session: CheckSession,
  schedule: string | null,
): Promise<ProfileProblem | null> {
  const { headers, credential } = session.profile.data;
  const first = await firstAnswer(session, schedule);
  const text = JSON.stringify(first.body ?? "");
  const message = serviceMessage(first) || (text === '""' ? "" : `: ${text.slice(0, 200)}`);
  if (first.undecided !== null && first.status !== null)
    throw new ServiceCheckError(`Nothing could be tried: ${first.undecided}. Try again later.`);
  if (first.status === null)
    throw new ServiceCheckError(first.failure ?? "The service cannot be reached", {
      address: session.baseUrl,
      code: first.connectionCode ?? null,
    });
  const other = answerOfOther(first);
  if (other !== null) throw new ServiceCheckError(`${session.baseUrl} ${other}. Is it the address of the service?`);
  if (first.status === 401 || first.words?.reason === "unauthorised") {
    const others = ["key-as-user", "key-as-password", "ready-made"].filter(
      (composition) => composition !== credential.composition,
    );
    return {
      pointer: "/credential",
      message: `The service rejects the key (${String(first.status)}${message}). Check the key, then /credential, which composes ${describeCredential(credential)}; "composition" may be ${others.join(" or ")}.`,
    };
  }
  const field = first.words?.field?.toLowerCase() ?? "";
  const isAboutVersion = field === headers.apiVersion.name.toLowerCase() || /\bversion\b/i.test(text);
  const isAboutHeader = /\bheader\b/i.test(text);
  if ([400, 406, 412, 422].includes(first.status) && (isAboutVersion || isAboutHeader))
    return {
      pointer: isAboutVersion ? "/apiVersion" : "/headers/apiVersion/name",
      message: `The service rejects the ${isAboutVersion ? "API version" : "headers"} (${String(first.status)}${message}). Check /apiVersion (or --api-version), "${session.profile.data.apiVersion}", and the header's name, /headers/apiVersion/name: "${headers.apiVersion.name}".`,
    };
  return null;
}

/**
 * Whether the first answer is one of this interface, and shows thereby that the key was taken. A wrong path below an address
 * is often answered 404 with a page, or with nothing, before anybody looks at the key.
 */
export async function isKeyProven(session: CheckSession, schedule: string | null): Promise<boolean> {
  return (await firstAnswer(session, schedule)).body !== undefined;
}

async function firstAnswer(session: CheckSession, schedule: string | null): Promise<ProbeResult> {
  const id = schedule ?? unknownId(session.profile, "schedule");
  return await session.sendCached({ operation: "readSchedule", values: { id }, index: null });
}

/**
 * What shows that something else answers in the place of the service, such as the page of a proxy or a sign-in: no service of
 * this interface redirects a read, or answers one with success and without JSON. Null for every other answer, which says
 * whether the key is taken.
 */
function answerOfOther({ status, isAccepted, body }: ProbeResult): string | null {
  if (status !== null && status >= 300 && status < 400)
    return `answers with a redirect (${String(status)}), which is not followed`;
  return isAccepted && body === undefined ? `answers ${String(status)} with what is not JSON` : null;
}

/** The first call of a run; throws ServiceCheckError when the service cannot be reached, or rejects the key or the version. */
export async function requireConnection(session: CheckSession, schedule: string | null): Promise<void> {
  const problem = await connectionProblem(session, schedule);
  if (problem !== null) throw new ServiceCheckError(problem.message);
}

/** How a credential is composed, with the key left out, so that a missing space can be seen. */
function describeCredential(credential: ServiceProfileData["credential"]): string {
  const { header } = credential;
  switch (credential.composition) {
    case "key-as-user":
      return `the ${header} header as "key-as-user": "Basic " and the base64 of KEY followed by a colon`;
    case "key-as-password":
      return `the ${header} header as "key-as-password": "Basic " and the base64 of "${credential.user}:" and KEY`;
    case "ready-made":
      return `the ${header} header as "ready-made": "${credential.prefix}KEY"${credential.prefix !== "" && !credential.prefix.endsWith(" ") ? ', without a space after "prefix"' : ""}`;
  }
}
