import type { Connection, Session } from "@dc/contract";
import type { VerdictName } from "#/marks/verdict.tsx";

export const sampleSession: Session = {
  person: { id: "per_1", name: "Marta Silva", email: "marta@example.com", roles: [] },
  setUpNeeded: false,
};

export function sampleConnection(mode: "test" | "live"): Connection {
  return {
    id: "con_0000000000000000",
    name: "Northgate Orthopedics",
    baseUrl: "http://127.0.0.1:4700",
    mode,
    apiVersion: "2026-09-01",
    profile: { name: "default", hash: "8f1ce07a" },
    headers: { apiVersion: "Service-API-Version", index: "Service-Index-Version", credential: "Authorization" },
    health: { state: "up", lastOkAt: ago(2), lastFailedAt: null, detail: null },
    capabilities: [],
    recordTypes: [],
    standardIndexId: "idx_standard",
    indexVersions: "copy",
    rosterIds: { schedulePrefix: "sch_", practitionerPrefix: "", otherPrefixes: {}, lookUps: [] },
    missingRecord: { status: 404, code: "not_found" },
    defaultRegion: "US",
    staleAfterS: 86_400,
    isArchived: false,
    samples: true,
  };
}

export function ago(minutes: number): string {
  return new Date(Date.now() - minutes * 60_000).toISOString();
}

export interface SampleRow {
  id: string;
  name: string;
  referrer: string;
  roster: number;
  overrides: number;
  held: number;
  verdict: VerdictName;
  open: readonly (readonly [VerdictName, number])[];
  readAt: string;
  owner: string;
}

const names: readonly (readonly [string, string])[] = [
  ["Ortiz Villalobos", "Dr. Ana Ortiz Villalobos"],
  ["Weiß-Großmann, Hüftzentrum", "Prof. Dr. Jürgen Weiß-Großmann"],
  ["王秀英 Wang Xiuying", "Dr. 王秀英 (Wang Xiuying)"],
  ["Adébáyò Knee & Sports", "Dr. Oluwaseun Adébáyò"],
  ["Þorsteinsdóttir", "Dr. Þórunn Þorsteinsdóttir"],
  ["Ní Dhomhnaill", "Dr. Siobhán Ní Dhomhnaill"],
  ["Brzęczyszczykiewicz", "Dr. Łukasz Brzęczyszczykiewicz"],
  ["ليلى حداد Layla Haddad", "د. ليلى حداد (Layla Haddad)"],
  ["Παπαδόπουλος", "Dr. Νίκος Παπαδόπουλος"],
  ["Kealoha-ʻĀina Family Medicine", "Dr. Kawika Kealoha-ʻĀina"],
  ["St. Brigid Community Health Network, North-West Referral Desk", "St. Brigid Community Health Network"],
  ["Nguyễn & Phạm Partners", "Dr. Phạm Thị Minh Khai"],
];
const owners = ["Marta Silva", "Jürgen Krause", "Tomás Rivera", "Amal Haddad"];
const opens: readonly SampleRow["open"][] = [
  [
    ["conflict", 1],
    ["outside", 1],
    ["base moved", 2],
  ],
  [
    ["conflict", 1],
    ["base moved", 2],
  ],
  [
    ["outside", 2],
    ["base moved", 1],
  ],
  [["base moved", 2]],
  [["base moved", 1]],
  [],
];

export const sampleRows: readonly SampleRow[] = Array.from({ length: 64 }, (_, at) => {
  const [name, referrer] = names[at % names.length] ?? ["", ""];
  const open = opens[Math.min(Math.floor(at / 2), opens.length - 1)] ?? [];
  return {
    id: `idx_${(at * 7919 + 46656).toString(36).padStart(8, "9Qm2VtKc")}`,
    name: at < names.length ? name : `${name} ${Math.floor(at / names.length) + 1}`,
    referrer,
    roster: (at * 37) % 130,
    overrides: (at * 23) % 90,
    held: at % 3 === 0 ? at % 5 : 0,
    verdict: open[0]?.[0] ?? (at % 4 === 0 ? "same" : "ours"),
    open,
    readAt: ago(at === 16 ? 1560 : 1 + ((at * 5) % 50)),
    owner: owners[at % owners.length] ?? "",
  };
});
