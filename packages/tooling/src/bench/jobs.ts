import { join } from "node:path";
import { CreatedToken } from "@dc/contract";
import type { Goal } from "#/bench/goal.ts";
import { serviceHeaders, startBenchStack, type BenchStack } from "#/bench/bench-stack.ts";
import { jobsByHand } from "#/bench/jobs-by-hand.ts";
import { jobsInConsole, type JobSubject } from "#/bench/jobs-in-console.ts";
import { buildConsole } from "#/start/console-build.ts";
import { repositoryRoot } from "#/verify/repository.ts";

const JOBS = ["set up a directory", "override and apply", "find out why"];
const ROSTER_OF = 8;

/**
 * The three jobs of the README in the console, compared with curl and a spreadsheet: no job may be slower in the
 * console.
 */
export async function jobsGoals(): Promise<Goal[]> {
  await buildConsole(repositoryRoot);
  await using stack = await startBenchStack({ consoleDir: join(repositoryRoot, "apps/console/dist") });
  const subject = await chooseSubject(stack);
  const hand = await jobsByHand(stack, subject, () => moveBase(stack, subject, "Moved once"));
  await moveBase(stack, subject, subject.scheduleName);
  const { indexId, efforts } = await jobsInConsole(stack, subject, () => moveBase(stack, subject, "Moved again"));
  await expectServed(stack, subject, indexId);
  return efforts.flatMap((effort, at) => {
    const peer = hand[at];
    if (peer === undefined) throw new Error("Each job is done by hand too.");
    const what = `J${at + 1} ${JOBS[at] ?? ""}`;
    const told = { peerName: "by hand", unit: "", atMost: null };
    return [
      {
        what: `${what}, seconds`,
        ours: effort.seconds,
        peer: peer.seconds,
        peerName: "by hand",
        unit: "s",
        smallerIsBetter: true,
        atLeast: 1,
      },
      { what: `${what}, of it waiting`, ours: effort.waited, peer: peer.waited, ...told, unit: "s" },
      { what: `${what}, keys`, ours: effort.keys, peer: peer.keys, ...told },
      { what: `${what}, clicks`, ours: effort.clicks, peer: peer.clicks, ...told },
    ];
  });
}

interface Read {
  [member: string]: unknown;
}

async function read(
  origin: string,
  path: string,
  headers = new Headers(serviceHeaders("idx_standard")),
): Promise<Read> {
  const answer = await fetch(`${origin}/${path}`, { headers });
  if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}.`);
  return (await answer.json()) as Read;
}

/** Finds a practitioner with a schedule of at least two plans and a phone number that occurs only once. */
async function chooseSubject(stack: BenchStack): Promise<JobSubject> {
  const roster = (await stack.roster(ROSTER_OF)).trim();
  const origin = stack.service.url;
  const schedules = await Promise.all(
    roster
      .split("\n")
      .slice(1)
      .map((id) => read(origin, `schedules/${id}`)),
  );
  const owners = schedules.map((schedule) => String(schedule["practitioner"]));
  for (const [at, schedule] of schedules.entries()) {
    const practitionerId = owners[at] ?? "";
    const plans = schedule["accepted_insurances"] as string[];
    if (owners.filter((owner) => owner === practitionerId).length > 1 || plans.length < 2) continue;
    const person = await read(origin, `practitioners/${practitionerId}`);
    const [phone] = person["phone_numbers"] as { number: string }[];
    if (phone === undefined || typeof person["display_name"] !== "string") continue;
    return {
      roster,
      practitionerId,
      practitionerName: person["display_name"],
      scheduleId: String(schedule["id"]),
      scheduleName: String(schedule["name"]),
      plans: plans.slice(0, 2),
      phone: phone.number,
      practitioners: new Set(owners).size,
    };
  }
  throw new Error("The seed has changed: nobody of the roster has one schedule with two plans, and a phone.");
}

async function moveBase({ sandbox }: BenchStack, { scheduleId }: JobSubject, name: string): Promise<void> {
  const answer = await fetch(`${String(sandbox.ready["controlUrl"])}/drift`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ type: "schedule", id: scheduleId, set: { name } }),
  });
  if (!answer.ok) throw new Error(`The base could not be moved: ${await answer.text()}`);
}

async function expectServed(stack: BenchStack, { scheduleId, plans }: JobSubject, indexId: string): Promise<void> {
  const { secret } = CreatedToken.parse(await stack.call("POST", "/tokens", { name: "Bench" }));
  const headers = new Headers(serviceHeaders(indexId));
  headers.set("Authorization", `Bearer ${secret}`);
  const served = await read(`${stack.bff.url}/gateway/v1`, `schedules/${scheduleId}`, headers);
  const left = served["accepted_insurances"] as string[];
  if (plans.some((plan) => left.includes(plan))) throw new Error("The gateway serves a plan that was removed.");
}
