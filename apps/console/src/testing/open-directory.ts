import { ChangeSet, Creation, PractitionerView } from "@dc/contract";
import type { Json } from "@dc/directory";
import type { TestAppOptions } from "@dc/bff/testing/app";
import { openConsole, type OpenConsole } from "./open-console.tsx";

/** A new index version with one practitioner of the sample roster and its schedules, already read. */
export interface OpenDirectory extends OpenConsole {
  indexId: string;
  practitionerId: string;
  root: string;
  view(): Promise<PractitionerView>;
  /** Stages changes as a person would, without the screen. */
  stage(changes: readonly object[]): Promise<ChangeSet>;
  /** Applies a change set and waits until it can no longer be undone. */
  sends(changeSet: ChangeSet): Promise<void>;
  /**
   * Sets a field of the practitioner directly in the service: in the standard index (`drift`) or in this one
   * (`outside`).
   */
  moves(how: "drift" | "outside", meaning: string, value: Json): Promise<void>;
}

export async function openDirectory(options?: TestAppOptions): Promise<OpenDirectory> {
  const open = await openConsole(options);
  const [, first = ""] = open.test.sandbox.samples.roster.split("\n");
  if (first === "") throw new Error("the sample roster names no schedule");
  const { indexId } = await open.call("POST", "/index-versions", Creation, { name: "Ortiz Villalobos", roster: first });
  if (indexId === null) throw new Error("the index version was not created");
  await open.test.deps.background.idle();
  const schedule = await open.test.deps.service.client.records.retrieve("schedule", first, { index: indexId });
  const reading = open.test.deps.service.profile.decode("schedule", schedule.raw)["practitioner"];
  if (reading === undefined || !("value" in reading) || typeof reading.value !== "string")
    throw new Error("the schedule names no practitioner");
  const practitionerId = reading.value;
  const root = `/index-versions/${indexId}`;
  return {
    ...open,
    indexId,
    practitionerId,
    root,
    view: () => open.call("GET", `${root}/practitioners/${practitionerId}?maxAge=0`, PractitionerView),
    stage: async (changes) => await open.call("POST", `${root}/changes`, { parse: changeSetIn }, { changes }),
    sends: async ({ id, version }) => {
      await open.call("POST", `/change-sets/${id}/apply`, ChangeSet, {
        version,
        evidence: { reason: "The practice asked for it" },
      });
      await open.test.sendDue();
    },
    moves: async (how, meaning, value) => {
      const set = open.test.deps.service.profile.encode("practitioner", {}, meaning, value);
      await open.test.control(`/${how}`, {
        ...(how === "outside" ? { index: indexId } : {}),
        changes: [{ type: "practitioner", id: practitionerId, set }],
      });
    },
    [Symbol.asyncDispose]: () => open[Symbol.asyncDispose](),
  };
}

function changeSetIn(answer: unknown): ChangeSet {
  return ChangeSet.parse(
    typeof answer === "object" && answer !== null && "changeSet" in answer ? answer.changeSet : answer,
  );
}
