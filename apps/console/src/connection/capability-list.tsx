import type { Capability } from "@dc/contract";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { paths } from "#/paths.ts";
import { Age } from "#/ui/display/age.tsx";
import { SectionHeading } from "#/ui/page/section-heading.tsx";
import { State } from "#/marks/state.tsx";
import styles from "./connection.module.css";

const steps: { [capability in Capability["capability"]]: number } = {
  documented: 1,
  configured: 2,
  proven: 3,
  stub: 0,
  "not there": 0,
};
const heights = [6, 10, 14];

/** Three bars: documented, configured, proven; a stub's are dashed. */
function Bars({ capability }: { capability: Capability["capability"] }) {
  const filled = steps[capability];
  return (
    <svg
      width="30"
      height="16"
      viewBox="0 0 30 16"
      aria-hidden="true"
      className={styles["bars"]}
      data-capability={capability}
    >
      {heights.map((height, index) => (
        <rect
          key={height}
          x={0.5 + index * 10}
          y={15.5 - height}
          width="8"
          height={height}
          rx="1.5"
          fill={index < filled ? "currentColor" : "none"}
          stroke="currentColor"
          strokeDasharray={filled === 0 ? "2 1.5" : undefined}
        />
      ))}
    </svg>
  );
}

const groupWords = {
  reads: "Reads",
  "index versions": "Index versions",
  bookings: "Bookings",
  writes: "Writes",
} as const;

/** What the console does instead of an operation that the service lacks, in a few words. */
function fallbackText({ operation, group }: Capability): string {
  switch (group) {
    case "reads":
      if (!operation.startsWith("list")) return "shown by id";
      return operation === "listPractitioners" || operation === "listSchedules"
        ? "the console keeps the roster"
        : "known once they are read";
    case "index versions":
      return operation === "createIndexVersion" ? "adopted by id" : "never deleted";
    case "bookings":
      return "step skipped";
    case "writes":
      return "held, with a runbook";
  }
}

function noteOf(known: Capability): ReactNode {
  const { capability, heldChanges, proof, note } = known;
  if (heldChanges > 0) return `${heldChanges} held`;
  if (capability === "stub") return "no held changes";
  if (capability === "not there") return fallbackText(known);
  if (capability === "proven" && proof !== null)
    return <Age at={proof.at} after={proof.indexId === null ? "ago" : "ago, test index"} />;
  return note === null ? "not probed" : "partly assumed";
}

function Word({ capability }: { capability: Capability["capability"] }) {
  if (capability === "stub") return <State state="held" label="stub" />;
  return capability === "proven" ? <State state="applied" label="proven" /> : <b>{capability}</b>;
}

/** What the service can do, how that is known, and what the console does about it. */
export function CapabilityList({
  capabilities,
  profile,
  children,
}: {
  capabilities: readonly Capability[];
  profile: string;
  children?: ReactNode;
}) {
  const held = capabilities.reduce((sum, { heldChanges }) => sum + heldChanges, 0);
  return (
    <section aria-labelledby="capabilities">
      <SectionHeading id="capabilities" title="What this service can do" note={<>profile “{profile}”</>} />
      {children}
      {[...Map.groupBy(capabilities, ({ group }) => group)].map(([group, ofGroup]) => (
        <div key={group}>
          <h3 className={styles["group"]}>{groupWords[group]}</h3>
          <ul className={styles["capabilities"]} aria-label={groupWords[group]}>
            {ofGroup.map((capability) => (
              <li key={capability.operation}>
                <details>
                  <summary>
                    <span>
                      {capability.title}
                      <span className={`mono ${styles["path"]}`}>
                        {capability.method === null || capability.path === null
                          ? "no path"
                          : `${capability.method} ${capability.path}`}
                      </span>
                    </span>
                    <Bars capability={capability.capability} />
                    <span>
                      <Word capability={capability.capability} />
                      <span className={styles["note"]}>{noteOf(capability)}</span>
                    </span>
                  </summary>
                  <p>{capability.does}</p>
                  {capability.heldChanges === 0 ? null : (
                    <p>
                      Look for the runbook in the{" "}
                      <Link to={paths.changeSets.href({ state: "held" })}>held change sets</Link>; what was held of a
                      set that could be sent for the rest, in the{" "}
                      <Link to={paths.changeSets.href({ state: "partly applied" })}>partly applied</Link> ones.
                    </p>
                  )}
                  {capability.note === null ? null : <p className={styles["quiet"]}>{capability.note}</p>}
                  {capability.proof === null ? null : (
                    <p className={styles["quiet"]}>
                      Proven by <span className="mono">{capability.proof.checks.join(", ")}</span>.
                    </p>
                  )}
                </details>
              </li>
            ))}
          </ul>
        </div>
      ))}
      {held === 0 ? null : (
        <p className={styles["heldNote"]}>
          Write a path into the profile and the {held} held {held === 1 ? "change" : "changes"} can be sent, in order,
          with receipts. <Link to={paths.developerProfile.href()}>Dry run</Link>
        </p>
      )}
    </section>
  );
}
