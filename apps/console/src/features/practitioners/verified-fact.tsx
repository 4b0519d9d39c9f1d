import type { PractitionerView } from "@dc/contract";
import { useState } from "react";
import { usePermissions } from "#/connection/permissions.tsx";
import { useToday } from "#/connection/use-today.ts";
import { countText } from "#/ui/display/count.tsx";
import { dayOf } from "#/ui/display/format-time.ts";
import { Button } from "#/ui/form/button.tsx";
import { lazyPart } from "#/ui/page/lazy-part.tsx";
import { dueWords, LastVerified } from "#/verification/last-verified.tsx";
import styles from "./practitioners.module.css";

const VerifyDrawer = lazyPart(async () => ({
  default: (await import("#/verification/verify-drawer.tsx")).VerifyDrawer,
}));

export interface VerifiedFactProps {
  indexId: string;
  practitionerId: string;
  verified: NonNullable<PractitionerView["verified"]>;
}

/** Who verified the practitioner here, when that is due again, and the act. */
export function VerifiedFact({ indexId, practitionerId, verified }: VerifiedFactProps) {
  const today = useToday();
  const { may } = usePermissions();
  // What the page showed as it was opened: it may show something else before that is said to be right.
  const [shown, setShown] = useState<string | null>(null);
  const { dueOn, state, last, changedSince, readSince, unverified, says } = verified;
  const never = last === null ? 0 : unverified.length - changedSince;
  return (
    <span className={styles["facts"]}>
      <span>
        Verified: <LastVerified last={last} />
      </span>
      {changedSince > 0 ? <span>{countText(changedSince, "value")} changed since</span> : null}
      {never > 0 ? <span>{countText(never, "value")} never verified</span> : null}
      {last === null || readSince ? null : <span>not read since</span>}
      {dueOn === null ? null : (
        <span className={state === "overdue" ? styles["overdue"] : undefined}>
          {state === "overdue" ? "" : "ask again "}
          {dueWords(dueOn, dayOf(today))}
        </span>
      )}
      {may("stage") ? (
        <Button size="xs" onClick={() => setShown(says)}>
          Verified as it stands…
        </Button>
      ) : null}
      {shown === null ? null : (
        <VerifyDrawer
          of={[{ indexId, practitionerId, says: shown }]}
          entries={1}
          unsettled="verify"
          onClose={() => setShown(null)}
          onDone={() => setShown(null)}
        >
          <p>All that this page shows of the practitioner, the schedules and what they share is verified.</p>
        </VerifyDrawer>
      )}
    </span>
  );
}
