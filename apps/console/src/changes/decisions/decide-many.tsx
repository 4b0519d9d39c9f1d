import { maxLength } from "@dc/contract/limits";
import { type KeyboardEvent, useId, useState } from "react";
import { BffError } from "#/api/bff-error.ts";
import { CommandFailure } from "#/commands/command-failure.tsx";
import { useDecide, useStage } from "#/changes/mutations.ts";
import styles from "#/changes/changes.module.css";
import { seenRows } from "#/changes/seen-values.ts";
import type { FieldRow } from "#/record/field-row.ts";
import type { Wording } from "#/record/wording.ts";
import { Button } from "#/ui/form/button.tsx";
import { TextAreaField } from "#/ui/form/field.tsx";
import { Kbd } from "#/ui/keyboard/kbd.tsx";
import { useShortcuts } from "#/ui/keyboard/shortcuts.tsx";
import { MenuButton } from "#/ui/overlay/menu-button.tsx";
import { SideDrawer } from "#/ui/overlay/side-drawer.tsx";
import { takesReason } from "./decision-options.ts";
import { AnotherValueDrawer, takeOneValue } from "./another-value.tsx";
import { useRequiresReason } from "./reason-field.tsx";
import { inSome, type ManyVerb, manyVerbs } from "./many-verbs.ts";

/** So many verbs have a button of their own; of more, the last ones are in a menu. */
const MOST_SHOWN = 3;

export interface DecideManyProps {
  indexId: string;
  /** The chosen rows; at least one. */
  rows: readonly FieldRow[];
  wording: Wording;
  /** Whether the keys of single decisions open those about the chosen rows. */
  withKeys?: boolean;
  /** Whether it stands beside others of its kind, so that none of its verbs is the main one of the screen. */
  quiet?: boolean;
  /** The rows that were decided, or that have moved since they were shown: they are no longer chosen. */
  onLeave: (rows: readonly FieldRow[]) => void;
}

/** The verbs for the chosen rows of any records of an index: each asks before it decides about all that it is for, as one act. */
export function DecideMany({ indexId, rows, wording, withKeys = false, quiet = false, onLeave }: DecideManyProps) {
  const decide = useDecide(indexId, wording);
  const stage = useStage(indexId);
  const [asking, setAsking] = useState<ManyVerb["decision"] | "another value" | null>(null);
  const [reason, setReason] = useState("");
  const verbs = manyVerbs(rows);
  const shown = verbs.slice(0, verbs.length > MOST_SHOWN ? MOST_SHOWN - 1 : MOST_SHOWN);
  const another = takeOneValue(rows)
    ? [{ label: inSome("Another value", rows, rows.length), run: () => setAsking("another value") }]
    : [];
  const more = [
    ...verbs.slice(shown.length).map(({ decision, label }) => ({ label, run: () => setAsking(decision) })),
    ...another,
  ];
  useShortcuts(
    withKeys
      ? verbs.flatMap(({ keys, label, decision }) =>
          keys === undefined ? [] : [{ keys, label, group: "Decide", run: () => setAsking(decision) }],
        )
      : [],
  );
  const close = () => {
    setAsking(null);
    if (decide.isError) decide.reset();
    if (stage.isError) stage.reset();
  };
  const run = (verb: ManyVerb) => {
    const why = takesReason(verb.decision) ? reason.trim() : "";
    decide.mutate(
      {
        decision: verb.decision,
        of: seenRows(verb.rows),
        ...(why === "" ? {} : { evidence: { reason: why, source: null, verifiedOn: null, reviewBy: null } }),
        doneText: verb.done,
      },
      {
        onSuccess: () => {
          setAsking(null);
          setReason("");
          onLeave(verb.rows);
        },
        // After any other failure the dialog stays.
        onError: (error) => {
          if (!isMoved(error)) return;
          setAsking(null);
          onLeave(movedRows(error, verb.rows));
        },
      },
    );
  };
  const asked = verbs.find(({ decision }) => decision === asking);
  return (
    <>
      {shown.map(({ decision, label, keys }, index) => (
        <Button
          key={decision}
          variant={index === 0 && !quiet ? "filled" : "default"}
          waits={decide.isPending || stage.isPending}
          {...(withKeys && keys !== undefined ? { rightSection: <Kbd keys={keys} hint /> } : {})}
          onClick={() => setAsking(decision)}
        >
          {label}
        </Button>
      ))}
      {more.length === 0 ? null : more.length === 1 && another.length === 1 ? (
        <Button waits={decide.isPending || stage.isPending} onClick={() => setAsking("another value")}>
          {another[0]?.label}
        </Button>
      ) : (
        <MenuButton label="Other decisions" items={more} />
      )}
      {asking !== "another value" || another.length === 0 ? null : (
        <AnotherValueDrawer
          rows={rows}
          busy={stage.isPending}
          error={stage.error}
          onClose={close}
          onStage={(changes) =>
            stage.mutate(
              { changes },
              {
                onSuccess: () => {
                  setAsking(null);
                  onLeave(rows);
                },
                onError: (error) => (isMoved(error) ? setAsking(null) : undefined),
              },
            )
          }
        />
      )}
      {asked === undefined ? null : (
        <DecideDrawer
          verbs={verbs}
          verb={asked}
          typed={reason}
          busy={decide.isPending}
          error={decide.error}
          onChoose={setAsking}
          onType={setReason}
          onClose={close}
          onDecide={() => run(asked)}
        />
      )}
    </>
  );
}

const isMoved = (error: Error): error is BffError => error instanceof BffError && error.code === "moved_since_seen";

/** The rows that a refusal names as moved. */
function movedRows(error: BffError, rows: readonly FieldRow[]): FieldRow[] {
  const places = new Set((error.problem.errors ?? []).map(({ pointer }) => Number(/^\/of\/(\d+)/.exec(pointer)?.[1])));
  return rows.filter((_, place) => places.has(place));
}

interface DecideDrawerProps {
  verbs: readonly ManyVerb[];
  verb: ManyVerb;
  /** Why, as typed. */
  typed: string;
  busy: boolean;
  error: Error | null;
  onChoose: (decision: ManyVerb["decision"]) => void;
  onType: (reason: string) => void;
  onClose: () => void;
  onDecide: () => void;
}

/** Says what will happen, and asks why where a decision has no change set that says so. */
function DecideDrawer(props: DecideDrawerProps) {
  const { verbs, verb, typed, busy, error, onChoose, onType, onClose, onDecide } = props;
  const name = useId();
  const [isAsked, setAsked] = useState(false);
  const isRequired = useRequiresReason()(verb.decision);
  const isMissing = isRequired && typed.trim() === "";
  const decide = () => {
    setAsked(true);
    if (!isMissing && !busy) onDecide();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) decide();
  };
  return (
    <SideDrawer
      opened
      side="middle"
      title={verb.label}
      onClose={onClose}
      footer={
        <>
          <Button variant="subtle" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="filled" loading={busy} rightSection={<Kbd keys="mod+enter" hint />} onClick={decide}>
            {verb.label}
          </Button>
        </>
      }
    >
      <div className={styles["many"]}>
        <div role="radiogroup" aria-label="What to do">
          {verbs.map(({ decision, label }) => (
            <label key={decision}>
              <input
                type="radio"
                name={name}
                checked={decision === verb.decision}
                onKeyDown={onKeyDown}
                {...(decision === verb.decision ? { "data-autofocus": true } : {})}
                onChange={() => onChoose(decision)}
              />
              {label}
            </label>
          ))}
        </div>
        <p>{verb.says}</p>
        {takesReason(verb.decision) ? (
          <TextAreaField
            label={isRequired ? "Why" : "Why (optional)"}
            help="It stands in the history of each field."
            error={isAsked && isMissing ? "Enter a reason." : undefined}
            value={typed}
            rows={2}
            maxLength={maxLength.reason}
            onKeyDown={onKeyDown}
            onChange={(event) => onType(event.currentTarget.value)}
          />
        ) : null}
        <CommandFailure error={error} />
      </div>
    </SideDrawer>
  );
}
