import type { Change, ChangeSet } from "@dc/contract";
import { useQuery } from "@tanstack/react-query";
import { changeText } from "#/changes/change-text.tsx";
import { usePermissions } from "#/connection/permissions.tsx";
import { sessionQuery } from "#/connection/session-query.ts";
import { Note } from "#/marks/note.tsx";
import type { Wording } from "#/record/wording.ts";
import { Age } from "#/ui/display/age.tsx";
import { countText, numberText } from "#/ui/display/count.tsx";
import { Button } from "#/ui/form/button.tsx";
import styles from "#/features/change-sets/change-sets.module.css";
import { useTakingBack } from "#/features/change-sets/mutations.ts";

/** So many of the changes are named. */
const NAMED = 5;

interface TakingBackProps {
  changeSet: ChangeSet;
  changes: readonly Change[];
  wording: Wording;
}

/** What somebody asks to be taken back, and who has to confirm it yet. */
export function TakingBack({ changeSet, changes, wording }: TakingBackProps) {
  const { takingBack } = changeSet;
  const { may } = usePermissions();
  const { data: session } = useQuery({ ...sessionQuery, enabled: false });
  const act = useTakingBack(changeSet);
  if (takingBack === null) return null;
  const { as, by, at, changes: count, changeIds, confirmedBy, missing, reason, keepsHeld } = takingBack;
  const isMine = (person: { id: string }) => person.id === session?.person?.id;
  const others = confirmedBy.filter((person) => person.id !== by.id);
  const named = changes.filter(({ id }) => changeIds?.includes(id) === true).slice(0, NAMED);
  const mayConfirm = may("approve") && (missing === 0 || !confirmedBy.some(isMine));
  const mayDrop = may("approve") || (may("apply") && isMine(by));
  return (
    <section className={styles["moved"]} aria-label="Asked for">
      <Note
        kind="held"
        actions={
          mayConfirm || mayDrop ? (
            <>
              {mayConfirm ? (
                <Button variant="filled" loading={act.isPending} onClick={() => act.mutate("confirm")}>
                  Confirm
                </Button>
              ) : null}
              {mayDrop ? (
                <Button waits={act.isPending} onClick={() => act.mutate("drop")}>
                  Drop the request
                </Button>
              ) : null}
            </>
          ) : undefined
        }
      >
        <p>
          <bdi>{by.name}</bdi> asks to {doing[as](countText(count, "change"))}
          {keepsHeld ? ", and to keep what is held" : ""} <Age at={at} after="ago" />: “<bdi>{reason}</bdi>”.
          {others.length === 0 ? null : (
            <>
              {" "}
              Confirmed by <bdi>{others.map(({ name }) => name).join(", ")}</bdi>.
            </>
          )}{" "}
          {missing === 0
            ? "It can be done now."
            : `${missing === 1 ? "One more person has" : `${missing} people have`} to confirm it; until then, readers get what they get now.`}
        </p>
        {named.length === 0 ? null : (
          <p>
            <bdi>{named.map((change) => changeText(change, wording)).join("; ")}</bdi>
            {count > named.length ? `, and ${numberText(count - named.length)} more` : ""}
          </p>
        )}
      </Note>
    </section>
  );
}

const doing: { readonly [as in NonNullable<ChangeSet["takingBack"]>["as"]]: (of: string) => string } = {
  withdraw: (of) => `withdraw ${of}`,
  "give way": (of) => `withdraw ${of} in favour of what the index says`,
  "send all the same": (of) => `send ${of} all the same`,
};
