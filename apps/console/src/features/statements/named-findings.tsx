import type { StatementReach } from "@dc/contract";
import { numberText } from "#/ui/display/count.tsx";

type Reached = Pick<StatementReach["items"][number], "practitioner" | "index">;

/** Up to twenty practitioners in directories, by name. */
export function NamedFindings({ found }: { found: readonly (Reached & { fact?: number })[] }) {
  return (
    <ul>
      {found.slice(0, 20).map(({ practitioner, index, fact }, position) => (
        <li key={position}>
          <bdi>{practitioner.name ?? practitioner.id}</bdi> in <bdi>{index.name}</bdi>
          {fact === undefined ? null : `, fact ${fact + 1}`}
        </li>
      ))}
      {found.length > 20 ? <li>and {numberText(found.length - 20)} more</li> : null}
    </ul>
  );
}
