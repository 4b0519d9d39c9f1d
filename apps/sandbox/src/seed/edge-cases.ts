import { hash32 } from "./random.ts";
import type { PractitionerFacts } from "./facts.ts";

/** Legal answers that readers tend to trip over. The first practitioners carry each of them, the rest now and then. */
const oddities: readonly ((plain: PractitionerFacts) => Partial<PractitionerFacts>)[] = [
  () => ({ phones: [] }),
  () => ({ phones: null }),
  () => ({ phones: undefined }),
  ({ phones }) => ({ phones: [...(phones ?? []), ...(phones ?? [])].map((phone) => ({ ...phone, label: "Office" })) }),
  () => ({ preferredName: "" }),
  ({ displayName }) => ({
    displayName: `${displayName}${" of the Joint Faculty of Medicine and Community Health".repeat(5)}`,
  }),
  ({ preferredName }) => ({ preferredName: `${preferredName ?? "Sam"} 🩺` }),
  () => ({ practiceAreas: ["=cmd()", "Cardiology"] }),
  () => ({ practiceAreas: ["<script>alert('areas')</script>", 'Neurology & "more"'] }),
  ({ displayName }) => ({ displayName: `<b>${displayName}</b>` }),
  () => ({ practiceAreas: null, npi: null }),
  () => ({ practiceAreas: [], languages: [] }),
  ({ displayName }) => ({ displayName: displayName.normalize("NFD") }),
  () => ({ phones: [{ number: "ask for the ward clerk", label: "Ward 7" }, { number: "+1 212 555 0199 ext. 12" }] }),
  () => ({
    phones: Array.from({ length: 14 }, (_, line) => ({
      number: `(212) 555-01${String(10 + line)}`,
      label: `Line ${line + 1}`,
      extension: String(100 + line),
    })),
  }),
  () => ({ preferredName: "  Dr. Space  ", phones: [{ number: " 212 555 0107 ", label: "", extension: "" }] }),
  () => ({ preferredName: "+SUM(A1:A9)", practiceAreas: ['@risk, "quoted"', "line\nbreak"] }),
  () => ({ preferredName: "\u200fد. نور\u200f" }),
];

const everyNth = 3;
const oneIn = 60;

export function oddityOf(key: number, ordinal: number): number | undefined {
  if (ordinal < oddities.length * everyNth)
    return ordinal % everyNth === 2 ? Math.floor(ordinal / everyNth) : undefined;
  const roll = hash32(key, "oddity", ordinal) % (oddities.length * oneIn);
  return roll < oddities.length ? roll : undefined;
}

export function withOddity(oddity: number | undefined, plain: PractitionerFacts): PractitionerFacts {
  const change = oddity === undefined ? undefined : oddities[oddity];
  return change ? { ...plain, ...change(plain) } : plain;
}
