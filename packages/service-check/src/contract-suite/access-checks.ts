import type { Probed } from "#/service/probe.ts";
import { unlikelyId, unlikelyIndex, type Suite } from "#/service/suite.ts";
import { answered, fails, holds, lackingAnyId, untested, type Check, type Finding } from "./check.ts";

/** Reads that the run can make: with given ids where there are any, else one that finds nothing. */
async function plainRead(suite: Suite): Promise<Probed> {
  const given = (await suite.readSubject("schedule", null)) ?? (await suite.readSubject("practitioner", null));
  return (
    given ??
    suite.once({ operation: "readSchedule", values: { id: unlikelyId(suite.profile, "schedule") }, index: null })
  );
}

function readCall(suite: Suite) {
  const type = suite.subjects.has("schedule") || !suite.subjects.has("practitioner") ? "schedule" : "practitioner";
  const id = suite.subjects.get(type) ?? unlikelyId(suite.profile, type);
  return { operation: type === "schedule" ? "readSchedule" : "readPractitioner", values: { id }, index: null };
}

/** Without an id, an index that is there differs from one that is not by what is said to be missing. */
async function testIndexWithoutIds(suite: Suite, testIndex: string): Promise<Finding> {
  const call = { operation: "readSchedule", values: { id: unlikelyId(suite.profile, "schedule") } };
  const here = await suite.once({ ...call, index: testIndex });
  const nowhere = await suite.once({ ...call, index: unlikelyIndex(suite.profile) });
  return here.words?.reason === "missing" && nowhere.words?.reason === "unknown-index"
    ? holds(`${testIndex} is there: only the made-up id is missing`, here, nowhere)
    : untested(lackingAnyId, here, nowhere);
}

const jsonType = /^[^;]*[/+]json\s*(;|$)/i;

/** Headers of every call: who asks, which version, which index. */
export const accessChecks: readonly Check[] = [
  {
    id: "authorization-required",
    about: "Authentication",
    sentence:
      "Every request carries an Authorization header of the Basic scheme; without one, or with a key that is none, nothing is served.",
    async run(suite) {
      const call = readCall(suite);
      const isBasic = suite.profile.data.credential.composition !== "ready-made";
      const identities = isBasic ? (["none", "wrong", "bearer"] as const) : (["none", "wrong"] as const);
      const shows: Probed[] = [];
      for (const identity of identities) shows.push(await suite.once({ ...call, identity }));
      const own = await plainRead(suite);
      // Without an id the right answer is "no such record": a refusal of another kind tells the two apart.
      const taken = shows.filter((probed) => probed.isTaken || probed.status === own.status);
      if (taken.length > 0)
        return fails(
          `answered ${taken.map((one) => `${answered(one)} ${one.shown.variant ?? ""}`).join(", ")}`,
          ...taken,
        );
      return holds(
        `refused ${shows.map((one) => `${one.shown.variant ?? ""}: ${answered(one)}`).join("; ")}`,
        ...shows,
      );
    },
  },
  {
    id: "api-version-header",
    about: "Versioning",
    sentence: "A request header selects the API version by a date, YYYY-MM-DD: what is no version is not served.",
    async run(suite) {
      const own = await plainRead(suite);
      const odd = await suite.once({ ...readCall(suite), apiVersion: "no-date" });
      const old = await suite.once({ ...readCall(suite), apiVersion: "1900-01-01" });
      const taken = [odd, old].filter((probed) => probed.isTaken || probed.status === own.status);
      if (taken.length > 0)
        return fails(
          `answered ${taken.map((one) => `${answered(one)} ${one.shown.variant ?? ""}`).join(", ")}: the header has no effect`,
          ...taken,
        );
      return holds(`refused both: ${answered(odd)}, ${answered(old)}`, odd, old);
    },
  },
  {
    id: "accept-json",
    about: "Headers",
    sentence: "Accept is application/json, and bodies are JSON.",
    async run(suite) {
      const read = await plainRead(suite);
      const type = read.headers["content-type"];
      const text = Array.isArray(type) ? type[0] : type;
      if (read.whole === undefined) return fails("the body is not JSON", read);
      return text !== undefined && jsonType.test(text)
        ? holds(`answered as ${text}`, read)
        : fails(`answered as ${text ?? "no content type"}`, read);
    },
  },
  {
    id: "index-header-optional",
    about: "Headers",
    sentence: "The index header is optional on reads; we assume that without it the standard index answers.",
    async run(suite) {
      const type = suite.subjects.has("schedule") ? "schedule" : "practitioner";
      const without = await suite.readSubject(type, null);
      const named = await suite.readSubject(type, suite.profile.standardIndex);
      if (without === null || named === null) return untested(lackingAnyId);
      if (!without.isSuccess) return fails(`without it: ${answered(without)}`, without);
      if (!named.isSuccess) return fails(`with "${suite.profile.standardIndex}": ${answered(named)}`, named);
      return JSON.stringify(without.whole) === JSON.stringify(named.whole)
        ? holds("the same answer with and without it", without, named)
        : fails("the answers with and without it differ", without, named);
    },
  },
  {
    id: "index-header-selects",
    about: "Headers",
    sentence:
      "The index header selects the index that a call reads: an index version that does not exist is not served as another.",
    async run(suite) {
      const shows: Probed[] = [];
      const index = unlikelyIndex(suite.profile);
      for (const type of ["schedule", "practitioner"]) {
        const own = await suite.readSubject(type, null);
        const elsewhere = await suite.readSubject(type, index);
        if (own?.isTaken === true && elsewhere !== null) shows.push(elsewhere);
      }
      const slots = await suite.openSlots(null);
      const elsewhere =
        suite.profile.data.operations["listOpenSlots"]?.takesIndex === true ? await suite.openSlots(index) : null;
      if (slots?.isTaken === true && elsewhere !== null) shows.push(elsewhere);
      if (shows.length === 0)
        return untested(
          "needs the id of a schedule or a practitioner that the service serves: give another --schedule or --practitioner",
        );
      const taken = shows.filter((probed) => probed.isTaken);
      return taken.length > 0
        ? fails(`an index version that nobody made was answered with ${taken.map(answered).join(", ")}`, ...taken)
        : holds(`refused: ${shows.map(answered).join(", ")}`, ...shows);
    },
  },
  {
    id: "test-index",
    about: "Identifiers",
    sentence: "In test mode there is an index for trying write endpoints.",
    needs: ["index-header-selects"],
    async run(suite) {
      const { testIndex } = suite.profile;
      if (testIndex === null) return untested("the profile names no test index");
      const type = suite.subjects.has("schedule") ? "schedule" : "practitioner";
      const read = await suite.readSubject(type, testIndex);
      if (read === null) return testIndexWithoutIds(suite, testIndex);
      if (read.isSuccess) return holds(`${testIndex} answers`, read);
      if (read.words?.reason === "missing" && read.status !== 403)
        return untested(`${testIndex} does not hold the ${type} that the standard index holds; see same-ids`, read);
      return read.words?.reason === "unknown-index"
        ? untested(
            `${testIndex} is not there for this key (${answered(read)}): right for a live key, wrong for a test one`,
            read,
          )
        : fails(answered(read), read);
    },
  },
];
