import { ContractSuiteError } from "./contract-suite-error.ts";
import { unlikelyId, type Suite } from "./suite.ts";

/** The first call of a run; throws ContractSuiteError when the service cannot be reached, or does not take the key or the version. */
export async function meetService(suite: Suite, schedule: string | null): Promise<void> {
  const id = schedule ?? unlikelyId(suite.profile, "schedule");
  const { headers, credential } = suite.profile.data;
  const first = await suite.once({ operation: "readSchedule", values: { id }, index: null });
  const others = ["key-as-user", "key-as-password", "ready-made"].filter((one) => one !== credential.composition);
  const words = first.words?.words ?? null;
  const said = words === null ? "" : `: ${words.replace(/\.$/, "")}`;
  if (first.status === null) throw new ContractSuiteError(first.failure ?? "The service cannot be reached");
  if (first.status === 401 || first.words?.reason === "unauthorised")
    throw new ContractSuiteError(
      `The service does not take the key (${String(first.status)}${said}). Check the key; then /credential, which composes the ${credential.header} header as "${credential.composition}"; it may be ${others.join(" or ")}.`,
    );
  const field = first.words?.field?.toLowerCase() ?? "";
  const text = JSON.stringify(first.whole ?? "").toLowerCase();
  const isAboutVersion = field === headers.apiVersion.name.toLowerCase() || /\bversion\b/.test(text);
  if ([400, 406, 412, 422].includes(first.status) && isAboutVersion)
    throw new ContractSuiteError(
      `The service does not take the API version (${String(first.status)}${said === "" ? `: ${text.slice(0, 200)}` : said}). Check /apiVersion (or --api-version), and the header's name, /headers/apiVersion/name: "${headers.apiVersion.name}".`,
    );
}
