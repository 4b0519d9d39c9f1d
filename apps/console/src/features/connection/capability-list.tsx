import type { Capability } from "@dc/contract";
import { SectionHeading } from "#/ui/section-heading.tsx";
import { State } from "#/ui/state.tsx";
import styles from "./connection.module.css";

const steps: { [capability in Capability["capability"]]: number } = { documented: 1, configured: 2, proven: 3, stub: 0 };
const heights = [6, 10, 14];

/** Three bars: documented, configured, proven; a stub's are dashed. */
function Bars({ capability }: { capability: Capability["capability"] }) {
  const filled = steps[capability];
  return (
    <svg width="30" height="16" viewBox="0 0 30 16" aria-hidden="true" className={styles["bars"]} data-capability={capability}>
      {heights.map((height, at) => (
        <rect
          key={height}
          x={0.5 + at * 10}
          y={15.5 - height}
          width="8"
          height={height}
          rx="1.5"
          fill={at < filled ? "currentColor" : "none"}
          stroke="currentColor"
          strokeDasharray={filled === 0 ? "2 1.5" : undefined}
        />
      ))}
    </svg>
  );
}

/** What the service can do, operation by operation, and how we know. */
export function CapabilityList({ capabilities, profile }: { capabilities: readonly Capability[]; profile: string }) {
  const ordered = capabilities.toSorted((a, b) => Number(a.capability === "stub") - Number(b.capability === "stub"));
  const held = capabilities.reduce((sum, { heldChanges }) => sum + heldChanges, 0);
  return (
    <section aria-labelledby="capabilities">
      <SectionHeading id="capabilities" title="What this service can do" note={<>profile “{profile}”</>} />
      <ul className={styles["capabilities"]} aria-label="Capabilities">
        {ordered.map((capability) => (
          <li key={capability.operation}>
            <span>
              {capability.title}
              <span className={`mono ${styles["path"]}`} data-tip={capability.path ?? undefined} data-tip-when="cut">
                {capability.method === null || capability.path === null ? "no path" : `${capability.method} ${capability.path}`}
              </span>
            </span>
            <Bars capability={capability.capability} />
            <span>
              {capability.capability === "stub" ? <State state="held" label="stub" /> : capability.capability === "proven" ? <State state="applied" label="proven" /> : <b>{capability.capability}</b>}
              <span className={styles["note"]} data-tip={capability.note ?? undefined} data-tip-when="cut">
                {capability.heldChanges > 0 ? `${capability.heldChanges} held` : (capability.note ?? (capability.capability === "stub" ? "0 held" : ""))}
              </span>
            </span>
          </li>
        ))}
      </ul>
      {held === 0 ? null : (
        <p className={styles["heldNote"]}>
          Write a path into the profile and the {held} held changes can be sent, in order, with receipts.
        </p>
      )}
    </section>
  );
}
