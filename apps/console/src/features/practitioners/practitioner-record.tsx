import type { Connection, PractitionerView, StageChangesInput } from "@dc/contract";
import type { Phone } from "@dc/directory";
import { Fragment, useState } from "react";
import { Link } from "react-router";
import { ConflictCard } from "#/features/changes/conflict-card.tsx";
import { EvidenceRail } from "#/features/changes/evidence-rail.tsx";
import { isWritable, keyOfRecord, phoneIn, shownVerdict, type Place, type PlanNames } from "#/features/changes/leaf.ts";
import { useStage } from "#/features/changes/mutations.ts";
import { wordsOfReading } from "#/features/changes/reading-value.tsx";
import { useDecisions } from "#/features/changes/use-decisions.ts";
import { verbsOf } from "#/features/changes/verbs.ts";
import { Button } from "#/ui/button.tsx";
import { EmptyState } from "#/ui/empty-state.tsx";
import { formatDay } from "#/ui/format-time.ts";
import { Icon } from "#/ui/icon.tsx";
import { useKeys } from "#/ui/keys.tsx";
import type { MenuVerb } from "#/ui/menu-button.tsx";
import { Note } from "#/ui/note.tsx";
import { useNow } from "#/ui/now.ts";
import { WithRail } from "#/ui/page.tsx";
import { SectionHeading } from "#/ui/section-heading.tsx";
import { Segment } from "#/ui/segment.tsx";
import { ManyPlansDrawer } from "./many-plans-drawer.tsx";
import { OtherFields } from "./other-fields.tsx";
import { PhoneForm, PhoneRow } from "./phone-row.tsx";
import { isNowhere } from "./place-standing.tsx";
import { PlaceVerbs } from "./place-verbs.tsx";
import { PractitionerNotes } from "./practitioner-notes.tsx";
import styles from "./practitioners.module.css";
import { acceptedField, ScheduleBlock } from "./schedule-block.tsx";
import { TextRow } from "./text-row.tsx";

export interface PractitionerRecordProps {
  indexId: string;
  view: PractitionerView;
  places: readonly Place[];
  planName: PlanNames;
  connection: Connection | undefined;
  failures: { readonly [record: string]: { detail: string } | null };
  unreachable: Error | null;
  reading: boolean;
  onReadNow: () => void;
}

const newPhone = "new phone";

export function PractitionerRecord(props: PractitionerRecordProps) {
  const { indexId, view, places, planName, connection, failures } = props;
  const [look, setLook] = useState<"effective" | "returned">("effective");
  const [selected, setSelected] = useState<string | null>(null);
  const [editing, setEditing] = useState<string | null>(null);
  const [resolving, setResolving] = useState<string | null>(null);
  const [many, setMany] = useState(false);
  const now = new Date(useNow());
  const drafts = view.changes.filter(({ state }) => state === "draft");
  const stage = useStage(indexId);
  const decisions = useDecisions(indexId, drafts);
  const returned = look === "returned";
  const editable = !view.index.readOnly && !returned;
  const decidable = !view.index.readOnly;
  const region = connection?.defaultRegion ?? "US";
  const own = places.filter(({ record }) => record.type === "practitioner");
  const names = own.filter(({ field }) => field.kind === "text" && !field.key.startsWith("/"));
  const phonesField = view.practitioner.comparison.fields.find(({ kind }) => kind === "phones");
  const phones = own.filter(({ field }) => field.kind === "phones");
  const rest = own.filter((place) => !names.includes(place) && !phones.includes(place));
  const here = places.find(({ id }) => id === selected) ?? places.find(({ leaf }) => leaf.verdict !== null && leaf.verdict !== "same") ?? names[0];
  const held = places.filter(({ leaf }) => leaf.flags.includes("held")).length;
  const viewOf = (place: Place) => [view.practitioner, ...view.schedules].find(({ record }) => keyOfRecord(record) === keyOfRecord(place.record)) ?? view.practitioner;
  const unread = view.schedules.filter(({ comparison }) => comparison.presence === "not read").length;

  const send = (changes: StageChangesInput["changes"]) =>
    stage
      .mutateAsync({ changes, draftsBefore: drafts })
      .then(() => true)
      .catch(() => false);
  const change = (place: Place, operation: StageChangesInput["changes"][number]["operation"]) => send([{ record: place.record, field: place.field.key, operation }]);
  const stageAndLeave = async (changes: StageChangesInput["changes"]) => {
    if (await send(changes)) setEditing(null);
  };
  const openConflict = (place: Place) => {
    setSelected(place.id);
    setResolving(place.id);
  };
  const canEdit = (place: Place) => editable && isWritable(connection, place.record.type, place.field.key);

  const move = (to: number) => {
    const shown = [...names, ...phones, ...places.filter(({ record, leaf }) => record.type === "schedule" && shownVerdict(leaf) !== "same")];
    const at = shown.findIndex(({ id }) => id === here?.id);
    const next = shown[Math.min(Math.max(at + to, 0), shown.length - 1)];
    if (next === undefined) return;
    setSelected(next.id);
    document.querySelector<HTMLElement>(`[data-place="${CSS.escape(next.id)}"]`)?.focus();
  };
  const decideKey = (decision: "keep ours" | "take base") => {
    if (here !== undefined && decidable && verbsOf(here.leaf).some((verb) => verb.decision === decision)) void decisions.ask(here, decision);
  };
  useKeys([
    { keys: "j", label: "Next field", group: "Fields", run: () => move(1) },
    { keys: "k", label: "Previous field", group: "Fields", run: () => move(-1) },
    {
      keys: "e",
      label: "Edit or resolve",
      group: "Fields",
      run: () => {
        if (here === undefined || !decidable) return;
        if (here.leaf.verdict === "conflict") openConflict(here);
        else if (here.field.key === acceptedField && editable) setEditing(keyOfRecord(here.record));
        else if (canEdit(here)) setEditing(here.id);
      },
    },
    { keys: "o", label: "Keep ours", group: "Fields", run: () => decideKey("keep ours") },
    { keys: "b", label: "Take base", group: "Fields", run: () => decideKey("take base") },
  ]);

  const moves = (place: Place): MenuVerb[] => {
    if (!canEdit(place) || phonesField === undefined) return [];
    const reading = phonesField.values.preview ?? phonesField.values.effective;
    const list: Phone[] = reading !== null && "value" in reading && Array.isArray(reading.value) ? reading.value.flatMap((entry) => phoneIn({ value: entry }) ?? []) : [];
    const mine = phoneIn(place.leaf.values.preview) ?? phoneIn(place.leaf.values.effective);
    const at = list.findIndex((phone) => mine !== null && phone.number === mine.number && phone.extension === mine.extension && phone.label === mine.label);
    if (at === -1 || list.length < 2) return [];
    const to = (target: number) => {
      const next = list.toSpliced(at, 1);
      const moved = list[at];
      if (moved === undefined) return;
      next.splice(target, 0, moved);
      void change(place, { op: "set", value: next.map(({ number, extension, label }) => ({ number, extension, label })) });
    };
    return [
      ...(at > 0 ? [{ label: "Move up", run: () => to(at - 1) }] : []),
      ...(at < list.length - 1 ? [{ label: "Move down", run: () => to(at + 1) }] : []),
      ...(at > 1 ? [{ label: "Move to the top", run: () => to(0) }] : []),
    ];
  };

  const noteOf = (place: Place) => {
    const { leaf } = place;
    const made = view.changes.find(({ id }) => id === leaf.override?.changeId);
    if (leaf.verdict === "same" || leaf.verdict === null) return null;
    if (leaf.verdict === "ours" && made !== undefined && made.evidence !== null) return `${made.evidence.reason}, ${formatDay(new Date(made.createdAt), now)}`;
    const { base } = leaf.values;
    if (base === null) return null;
    if ("absent" in base) return leaf.verdict === "base moved" ? "gone from base" : "not in base";
    return `base ${leaf.verdict === "ours" ? "says" : "now"} ${wordsOfReading(base)}`;
  };
  const verbsFor = (place: Place, more: readonly MenuVerb[] = []) =>
    returned ? null : (
      <PlaceVerbs
        place={place}
        decidable={decidable}
        onDecide={(decision) => void decisions.ask(place, decision)}
        onResolve={() => openConflict(place)}
        onDiscard={() => decisions.discard(place)}
        onEdit={canEdit(place) ? () => setEditing(place.id) : undefined}
        more={more}
      />
    );
  const rowOf = (place: Place) => ({
    place,
    returned,
    current: here?.id === place.id,
    editing: editing === place.id,
    busy: stage.isPending,
    note: returned ? null : noteOf(place),
    onSelect: () => setSelected(place.id),
    onLeave: () => setEditing(null),
  });
  const cardOf = (place: Place) =>
    resolving === place.id && place.leaf.verdict === "conflict" ? (
      <li>
        <ConflictCard
          place={place}
          change={view.changes.find(({ id }) => id === place.leaf.override?.changeId)}
          baseSince={viewOf(place).against.fetchedAt}
          busy={decisions.busy}
          onClose={() => setResolving(null)}
          onResolve={(resolution) => void decisions.resolve(place, resolution).then(() => setResolving(null))}
        />
      </li>
    ) : null;

  return (
    <>
      <div className={styles["look"]}>
        <Segment
          label="Which record"
          value={look}
          onChange={(next) => {
            setLook(next);
            setEditing(null);
          }}
          options={[
            { value: "effective", label: "Effective" },
            { value: "returned", label: "As the service returns it" },
          ]}
        />
        {held === 0 ? null : (
          <Note kind="held">
            <b>{held === 1 ? "1 held change" : `${held} held changes`}</b> {held === 1 ? "is" : "are"} {returned ? "not in what the service returns." : "laid over what the service returns."}{" "}
            <Link to={`/index-versions/${encodeURIComponent(indexId)}/overrides?state=held`}>See them</Link>
          </Note>
        )}
      </div>
      <PractitionerNotes view={view} failure={failures[keyOfRecord(view.practitioner.record)]?.detail ?? null} unreachable={props.unreachable} unread={unread} onReadNow={props.onReadNow} />
      <WithRail
        rail={
          here === undefined ? null : (
            <EvidenceRail
              place={here}
              view={viewOf(here)}
              changes={view.changes}
              decidable={decidable}
              busy={decisions.busy}
              planName={planName}
              onDecide={(decision) => void decisions.ask(here, decision)}
              onResolve={() => openConflict(here)}
              onDiscard={() => decisions.discard(here)}
            />
          )
        }
      >
        <div className={styles["body"]}>
          {names.length === 0 ? null : (
            <section>
              <SectionHeading title="Names" />
              <ul>
                {names.map((place) => (
                  <Fragment key={place.id}>
                    <TextRow {...rowOf(place)} verbs={verbsFor(place)} onStage={(value) => void stageAndLeave([{ record: place.record, field: place.field.key, operation: { op: "set", value } }])} />
                    {cardOf(place)}
                  </Fragment>
                ))}
              </ul>
            </section>
          )}
          {phonesField === undefined ? null : (
            <section>
              <SectionHeading
                title="Phones"
                note="written as shown, order is kept"
                action={
                  editable && isWritable(connection, "practitioner", phonesField.key) ? (
                    <Button variant="subtle" size="sm" leftSection={<Icon name="plus" />} onClick={() => setEditing(newPhone)}>
                      Add phone
                    </Button>
                  ) : undefined
                }
              />
              <ul>
                {phones
                  .filter((place) => place.element !== null && (returned || !isNowhere(place.leaf)))
                  .map((place) => (
                    <Fragment key={place.id}>
                      <PhoneRow
                        {...rowOf(place)}
                        region={region}
                        moves={moves(place)}
                        verbs={verbsFor(place, canEdit(place) && place.element !== null && phoneIn(place.leaf.values.effective) !== null ? [{ label: "Remove", divided: true, run: () => void change(place, { op: "remove", element: place.element ?? "" }) }] : [])}
                        onStage={(phone) => void stageAndLeave([{ record: place.record, field: place.field.key, operation: replaceOrAdd(place, phone) }])}
                      />
                      {cardOf(place)}
                    </Fragment>
                  ))}
                {editing === newPhone ? (
                  <li className={styles["row"]} data-editing>
                    <span />
                    <PhoneForm
                      start={null}
                      region={region}
                      busy={stage.isPending}
                      onLeave={() => setEditing(null)}
                      onStage={(phone) => void stageAndLeave([{ record: view.practitioner.record, field: phonesField.key, operation: { op: "add", element: phone } }])}
                    />
                  </li>
                ) : null}
              </ul>
              {phones.every(({ element }) => element === null) && editing !== newPhone ? <p className={styles["rest"]}>No phone numbers.</p> : null}
            </section>
          )}
          <section>
            <SectionHeading
              title="Schedules"
              note="accepted insurances belong to a schedule"
              action={
                editable && view.schedules.length > 1 ? (
                  <Button variant="subtle" size="sm" onClick={() => {
                      setEditing(null);
                      setMany(true);
                    }}>
                    Edit plans on {view.schedules.length === 2 ? "both" : `all ${view.schedules.length}`}
                  </Button>
                ) : undefined
              }
            />
            {view.schedules.length === 0 ? (
              <EmptyState
                title="Its schedules are not known"
                primary={
                  <Button variant="filled" to={`/index-versions/${encodeURIComponent(indexId)}?add=paste`}>
                    Add schedule ids
                  </Button>
                }
              >
                The service leads from a schedule to its practitioner, not back. Add schedule ids, or pairs of schedule and practitioner, to the roster, and their plans show here.
              </EmptyState>
            ) : null}
            {view.schedules.map((schedule) => {
              const key = keyOfRecord(schedule.record);
              const ofSchedule = places.filter(({ record }) => keyOfRecord(record) === key);
              const plain = ofSchedule.filter(({ field, leaf }) => field.key !== acceptedField && !field.key.startsWith("/") && (shownVerdict(leaf) !== "same" || leaf.drafts.length > 0));
              return (
                <ScheduleBlock
                  key={key}
                  view={schedule}
                  places={ofSchedule}
                  returned={returned}
                  editable={editable && schedule.comparison.presence !== "not read" && schedule.comparison.presence !== "in neither"}
                  editing={editing === key}
                  selected={selected}
                  reading={props.reading}
                  failure={failures[key]?.detail ?? null}
                  onEdit={(on) => setEditing(on ? key : null)}
                  onSelect={(place) => setSelected(place.id)}
                  onAdd={(plan) => void send([{ record: schedule.record, field: acceptedField, operation: { op: "add", element: plan } }])}
                  onRemove={(place) => void change(place, { op: "remove", element: place.element ?? "" })}
                  onDiscard={decisions.discard}
                  onReadNow={props.onReadNow}
                >
                  {plain.length === 0 ? null : (
                    <ul className={styles["inside"]}>
                      {plain.map((place) => (
                        <Fragment key={place.id}>
                          <TextRow {...rowOf(place)} verbs={verbsFor(place)} onStage={(value) => void stageAndLeave([{ record: place.record, field: place.field.key, operation: { op: "set", value } }])} />
                          {cardOf(place)}
                        </Fragment>
                      ))}
                    </ul>
                  )}
                  <OtherFields places={ofSchedule.filter((place) => place.field.key !== acceptedField && !plain.includes(place))} returned={returned} onSelect={(place) => setSelected(place.id)} />
                </ScheduleBlock>
              );
            })}
          </section>
          <OtherFields places={rest} returned={returned} onSelect={(place) => setSelected(place.id)} />
        </div>
      </WithRail>
      <ManyPlansDrawer opened={many} schedules={view.schedules} places={places} onStage={(changes) => void send(changes)} onClose={() => setMany(false)} />
    </>
  );
}

/** A number that only a draft or base has is added; one that the directory has is replaced. */
function replaceOrAdd(place: Place, phone: Phone): StageChangesInput["changes"][number]["operation"] {
  const has = phoneIn(place.leaf.values.effective) !== null || phoneIn(place.leaf.values.preview) !== null;
  return has && place.element !== null ? { op: "replace", element: place.element, by: phone } : { op: "add", element: phone };
}
