import type { ProfileProblem } from "@dc/api-client";
import { composedOf } from "./composed-of.ts";
import { ContractSuiteError } from "./contract-suite-error.ts";
import { unlikelyId, type Suite } from "./suite.ts";

/** The first call of a dry run: what keeps the service from answering anything, or null. Throws ContractSuiteError when it cannot be reached. */
export async function meetingProblem(suite: Suite, schedule: string | null): Promise<ProfileProblem | null> {
  const id = schedule ?? unlikelyId(suite.profile, "schedule");
  const { headers, credential } = suite.profile.data;
  const first = await suite.once({ operation: "readSchedule", values: { id }, index: null });
  const words = first.words?.words ?? null;
  const text = JSON.stringify(first.whole ?? "");
  const said = words !== null ? `: ${words.replace(/\.$/, "")}` : text === '""' ? "" : `: ${text.slice(0, 200)}`;
  if (first.status === null) throw new ContractSuiteError(first.failure ?? "The service cannot be reached");
  if (first.status === 401 || first.words?.reason === "unauthorised") {
    const others = ["key-as-user", "key-as-password", "ready-made"].filter((one) => one !== credential.composition);
    return {
      pointer: "/credential",
      message: `The service does not take the key (${String(first.status)}${said}). Check the key; then /credential, which composes ${composedOf(credential)}; "composition" may be ${others.join(" or ")}.`,
    };
  }
  const field = first.words?.field?.toLowerCase() ?? "";
  const isAboutVersion = field === headers.apiVersion.name.toLowerCase() || /\bversion\b/i.test(text);
  const isAboutHeader = /\bheader\b/i.test(text);
  if ([400, 406, 412, 422].includes(first.status) && (isAboutVersion || isAboutHeader))
    return {
      pointer: isAboutVersion ? "/apiVersion" : "/headers/apiVersion/name",
      message: `The service does not take the ${isAboutVersion ? "API version" : "headers"} (${String(first.status)}${said}). Check /apiVersion (or --api-version), "${suite.profile.data.apiVersion}", and the header's name, /headers/apiVersion/name: "${headers.apiVersion.name}".`,
    };
  return null;
}

/** The first call of a run; throws ContractSuiteError when the service cannot be reached, or does not take the key or the version. */
export async function meetService(suite: Suite, schedule: string | null): Promise<void> {
  const problem = await meetingProblem(suite, schedule);
  if (problem !== null) throw new ContractSuiteError(problem.message);
}
