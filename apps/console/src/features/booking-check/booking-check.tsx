import { BookingCheckScreen } from "./booking-check-screen.tsx";
import { ScheduleChooser } from "./schedule-chooser.tsx";
import { Page } from "#/ui/page/page.tsx";
import { useUrlState } from "#/ui/page/use-url-state.ts";

const day = /^\d{4}-\d\d-\d\d$/;

/** The address holds directory, schedule, days and plan, but never a patient. */
export function BookingCheck() {
  const [params, change] = useUrlState();
  const indexId = params.get("index");
  const scheduleId = params.get("schedule");
  const from = params.get("from");
  const days = Number(params.get("days"));
  if (indexId === null || scheduleId === null || scheduleId === "")
    return (
      <Page
        title="Booking check"
        lede="What a booking would meet: would a plan be accepted here, and which slots are open, in the standard index and in a directory."
      >
        <ScheduleChooser
          indexId={indexId}
          onIndex={(index) => change({ index })}
          onSchedule={(index, schedule) => change({ index, schedule }, { push: true })}
        />
      </Page>
    );
  return (
    <BookingCheckScreen
      key={`${indexId}/${scheduleId}`}
      indexId={indexId}
      scheduleId={scheduleId}
      from={from !== null && day.test(from) ? from : null}
      days={Number.isInteger(days) && days >= 1 && days <= 31 ? days : 7}
      planId={params.get("plan")}
      onChange={(parts) => change(parts, { push: "schedule" in parts })}
    />
  );
}
