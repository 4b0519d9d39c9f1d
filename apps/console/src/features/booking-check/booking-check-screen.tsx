import type { OpenSlot, Patient } from "@dc/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { paths } from "#/paths.ts";
import { BffError, errorSentence } from "#/api/bff-error.ts";
import { useReachability } from "#/api/reachability.ts";
import { useToldOutages } from "#/connection/outages.ts";
import { planChoicesQuery } from "#/plan-choice/queries.ts";
import { Age } from "#/ui/display/age.tsx";
import { Button } from "#/ui/form/button.tsx";
import { CopyableId } from "#/ui/display/copyable-id.tsx";
import { Note } from "#/marks/note.tsx";
import { BookableNote } from "#/record/bookable-note.tsx";
import { Page } from "#/ui/page/page.tsx";
import { ReadFailure } from "#/ui/page/read-failure.tsx";
import { SkeletonRows } from "#/ui/table/skeleton-rows.tsx";
import { AcceptanceSection } from "./acceptance-section.tsx";
import { acceptanceOfPlan } from "./acceptance-text.ts";
import styles from "./booking-check.module.css";
import { InsuranceTable } from "./insurance-table.tsx";
import { Procedure } from "./procedure.tsx";
import { closedSentence } from "./booking-step.tsx";
import { bookingCheckQuery, type BookingCheckRequest } from "./queries.ts";
import { SlotSection } from "./slot-section.tsx";

export interface BookingCheckScreenProps extends BookingCheckRequest {
  /** The plan in the address; a patient's own plan never goes there. */
  planId: string | null;
  onChange: (parts: { plan?: string | null; from?: string | null; days?: string | null; schedule?: null }) => void;
}

/** A schedule as a booking would meet it, and the booking procedure. Patient data is only in its state. */
export function BookingCheckScreen({ planId: named, onChange, ...place }: BookingCheckScreenProps) {
  const { data: check, error, isFetching, refetch } = useQuery(bookingCheckQuery(place));
  const [patient, setPatient] = useState<Patient | null>(null);
  const [looked, setLooked] = useState<string | null>(null);
  const [slot, setSlot] = useState<OpenSlot | null>(null);
  const ofPatient = patient?.insuranceId ?? null;
  const planId = looked ?? ofPatient ?? named;
  const { data: catalogue } = useQuery({ ...planChoicesQuery(named ?? ""), enabled: named !== null });
  const readNow = () => void refetch();
  const failed = check?.schedule.here.failed ?? check?.schedule.base.failed ?? null;
  const slotSides = check === undefined ? [] : [check.slots.here, check.slots.base];
  const isTold = useToldOutages([
    failed?.code ?? null,
    error instanceof BffError ? error.code : null,
    ...slotSides.map((side) => (side.state === "read" ? null : side.code)),
  ]);
  const isServerReached = useReachability() === "here";
  const crumbs = [
    { label: "Booking check", to: paths.bookingCheck.href({ index: place.indexId }) },
    { label: check?.schedule.name ?? place.scheduleId },
  ];
  if (check === undefined)
    return (
      <Page title="Booking check" crumbs={crumbs}>
        {error === null ? (
          <SkeletonRows rows={12} label="Reading the schedule" />
        ) : (
          <ReadFailure error={error} onRetry={readNow} />
        )}
      </Page>
    );
  const names = new Map([...(catalogue?.items ?? []), ...check.plans].map(({ id, name }) => [id, name]));
  const planName = (id: string) => names.get(id) ?? id;
  const choosePlan = (id: string | null) => {
    // The address leaves out a patient's plan, which would reveal the patient's insurance.
    if (patient === null) onChange({ plan: id });
    else setLooked(id);
  };
  const choosePatient = (next: Patient | null) => {
    setPatient(next);
    setLooked(null);
  };
  const { schedule, practitioner, index } = check;
  return (
    <Page
      title={schedule.name ?? schedule.id}
      documentTitle={`Booking check, ${schedule.name ?? schedule.id}`}
      crumbs={crumbs}
      scope={{ id: index.id, name: index.name }}
      lede={
        <span className={styles["facts"]}>
          <CopyableId id={schedule.id} />
          {practitioner === null ? (
            <span>unknown practitioner</span>
          ) : (
            <Link to={paths.practitioner.href({ indexId: index.id, practitionerId: practitioner.id })}>
              <bdi>{practitioner.name ?? practitioner.id}</bdi>
            </Link>
          )}
          {schedule.here.fetchedAt === null ? null : (
            <span>{isFetching ? "reading now" : <Age at={schedule.here.fetchedAt} before="read" after="ago" />}</span>
          )}
        </span>
      }
      actions={
        <Button onClick={() => onChange({ schedule: null, plan: null, from: null, days: null })}>
          Another schedule
        </Button>
      }
    >
      <div className={styles["notes"]}>
        {failed === null || isTold(failed.code) ? null : (
          <Note kind="stale">The last reading failed; what is shown is kept from before. {failed.detail}</Note>
        )}
        {error === null || !isServerReached || (error instanceof BffError && isTold(error.code)) ? null : (
          <Note kind="stale">{errorSentence(error)}</Note>
        )}
        <BookableNote subject="This schedule" bookable={check.bookable.here.schedule} />
        <BookableNote subject="The practitioner of this schedule" bookable={check.bookable.here.practitioner} />
        {presenceWords[schedule.presence] === undefined ? null : (
          <Note kind="plain">{presenceWords[schedule.presence]}</Note>
        )}
      </div>
      <div className={styles["columns"]}>
        <div className={styles["body"]}>
          <AcceptanceSection
            check={check}
            planId={planId}
            ofPatient={ofPatient !== null && planId === ofPatient}
            planName={planName}
            onPlan={choosePlan}
          />
          <InsuranceTable check={check} planId={planId} planName={planName} onPlan={choosePlan} />
          <SlotSection
            check={check}
            chosen={slot}
            onSlot={check.mode === "test" && closedSentence(check.bookable.here) === null ? setSlot : undefined}
            onRange={({ from, days }) => {
              setSlot(null);
              onChange({ from, days: String(days) });
            }}
            busy={isFetching}
            isTold={isTold}
            onReadNow={readNow}
          />
        </div>
        <Procedure
          check={check}
          patient={patient}
          slot={slot}
          planId={ofPatient ?? planId}
          answer={(ofPatient ?? planId) === null ? null : acceptanceOfPlan(check, ofPatient ?? planId ?? "")}
          planName={planName}
          onPatient={choosePatient}
        />
      </div>
    </Page>
  );
}

const presenceWords: { readonly [presence: string]: string } = {
  "missing here": "The standard index has this schedule; this directory does not.",
  "missing in standard": "This directory has this schedule; the standard index does not.",
  "in neither": "The service has no schedule with this id, here or in the standard index.",
  "not read": "The schedule has not been read yet.",
};
