import { hash32 } from "./random.ts";
import type { PractitionerFacts } from "./facts.ts";

/**
 * Legal values that clients often handle wrongly. Each occurs among the first practitioners, and occasionally later.
 */
const edgeCases: readonly ((ordinary: PractitionerFacts) => Partial<PractitionerFacts>)[] = [
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

/** Among the first practitioners every third carries an edge case, so that a small base has all of them. */
const everyNth = 3;
/** A later practitioner carries a given edge case with this chance. */
const oneIn = 60;

/** The practitioner, with an edge case where its ordinal draws one. */
export function withEdgeCase(key: number, ordinary: PractitionerFacts): PractitionerFacts {
  const number = drawEdgeCase(key, ordinary.ordinal);
  const edgeCase = number === undefined ? undefined : edgeCases[number];
  return edgeCase ? { ...ordinary, ...edgeCase(ordinary) } : ordinary;
}

function drawEdgeCase(key: number, ordinal: number): number | undefined {
  if (ordinal < edgeCases.length * everyNth)
    return ordinal % everyNth === 2 ? Math.floor(ordinal / everyNth) : undefined;
  // Another label here would change the generated data.
  const roll = hash32(key, "oddity", ordinal) % (edgeCases.length * oneIn);
  return roll < edgeCases.length ? roll : undefined;
}
