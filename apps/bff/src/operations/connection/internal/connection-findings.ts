import type { ConnectionFinding } from "@dc/contract";
import { writeOperation } from "#/upstream/capabilities.ts";
import type { ServiceProfile } from "#/upstream/service.ts";
import type { tryService } from "#/upstream/try-service.ts";

type Tested = Awaited<ReturnType<typeof tryService>>;
type Asked = { profile: ServiceProfile; mode: "test" | "live"; hasSubject: boolean };

/** What a test of a connection found, in the order in which a person would ask. */
export function findingsOf(tested: Tested, asked: Asked): ConnectionFinding[] {
  const { report } = tested;
  if (report === null)
    return [
      connectionFinding(
        "fails",
        tested.isAnswered ? "The service gives no answer that can be used" : "The service does not answer",
        tested.failure,
      ),
      undecidedMode(asked),
      ...untried(asked),
    ];
  const refused = report.problems.find(({ pointer }) => isAboutAccess(pointer));
  const credential =
    refused === undefined
      ? report.isKeyProven
        ? connectionFinding("holds", "The key is accepted", "composed as the profile says")
        : connectionFinding(
            "undecided",
            "Whether the key is accepted cannot be told",
            "the answer is no JSON, as from an address that is not quite that of the service; name a schedule to have it read",
          )
      : {
          ...connectionFinding("fails", "The service refuses the key or the headers", refused.message),
          pointer: refused.pointer,
        };
  const foundMeanings = report.meanings.filter(({ status }) => status === "found");
  const records = new Set(foundMeanings.flatMap(({ samples }) => samples.map(({ id }) => id)));
  const reading =
    refused !== undefined || !asked.hasSubject
      ? connectionFinding("not-tried", "No record was read", "name a practitioner or a schedule to have it read")
      : records.size === 0
        ? connectionFinding("fails", "The record was not found where the profile looks", report.notTried[0] ?? "")
        : connectionFinding(
            "holds",
            "The standard index answers",
            `${counted(records.size, "record")} read, ${counted(foundMeanings.length, "field")} found`,
          );
  return [
    credential,
    reading,
    ...report.problems
      .filter(({ pointer }) => !isAboutAccess(pointer))
      .map(({ pointer, message }) => ({
        ...connectionFinding("fails", "The answers are not as the profile says", message),
        pointer,
      })),
    undecidedMode(asked),
    ...untried(asked),
    // What a command of the profile check could be given does not concern who adds a connection.
    ...(asked.hasSubject ? report.notTried : [])
      .filter((detail) => !detail.includes("--"))
      .map((detail) => connectionFinding("not-tried", "Not tried", detail)),
  ];
}

function connectionFinding(outcome: ConnectionFinding["outcome"], title: string, detail: string): ConnectionFinding {
  return { outcome, title, detail, pointer: null };
}

function isAboutAccess(pointer: string): boolean {
  return pointer === "/credential" || pointer === "/apiVersion" || pointer.startsWith("/headers/apiVersion");
}

function undecidedMode({ mode }: Asked): ConnectionFinding {
  const detail =
    mode === "test"
      ? "you said test; if this is live, what you apply is real"
      : "you said live: what you apply is real";
  return connectionFinding("undecided", "Test or live cannot be told from the answers", detail);
}

function untried({ profile }: Asked): ConnectionFinding[] {
  const hasWrites = profile.recordTypes.some(
    (type) => profile.data.operations[writeOperation("update", type)] !== undefined,
  );
  const writes = hasWrites
    ? connectionFinding("not-tried", "Writes were not tried", "the profile has them; a test makes reads alone")
    : connectionFinding("held", "Update and delete are not documented", "changes are held, with a runbook");
  const { callsPerMinute } = profile.data.waits ?? {};
  return [
    writes,
    connectionFinding(
      "not-tried",
      "Limits were not tried",
      callsPerMinute === undefined
        ? "the profile names none; the request budget is your choice"
        : `the profile allows ${callsPerMinute} a minute`,
    ),
  ];
}

function counted(count: number, noun: string): string {
  return `${count} ${count === 1 ? noun : `${noun}s`}`;
}
