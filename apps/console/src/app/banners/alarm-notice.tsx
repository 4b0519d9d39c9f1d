import type { AlarmList } from "@dc/contract";
import { Link } from "react-router";
import { takenByText, useResumeSending } from "#/changes/alarms.ts";
import { Permitted } from "#/connection/permissions.tsx";
import { Icon } from "#/ui/display/icon.tsx";
import { paths } from "#/paths.ts";
import styles from "./banners.module.css";

/** What the alarms say, and how to go on. Loaded when sending is stopped. */
export default function AlarmNotice({ list }: { list: AlarmList }) {
  const resume = useResumeSending();
  const alarms = list.items;
  const open = alarms.filter(({ settled }) => settled === null);
  const shown = open[0] ?? alarms[0];
  if (shown === undefined) return null;
  const review = <Link to={paths.changeSet.href({ changeSetId: shown.changeSetId })}>Review</Link>;
  return (
    <div className={styles["banner"]} data-hue="conflict" role="alert">
      <Icon name="bell" size={14} />
      {open.length === 0 ? (
        <>
          <span>
            Sending is stopped. {alarms.length === 1 ? "The isolation alarm is" : "All isolation alarms are"} settled.
          </span>
          {review}
          <Permitted action="settle" forAll>
            <button type="button" disabled={resume.isPending} onClick={() => resume.mutate()}>
              Resume sending
            </button>
          </Permitted>
        </>
      ) : (
        <>
          <span>
            Sending is stopped. A value sent to <bdi>{shown.index.name}</bdi> was also written to{" "}
            <bdi>{takenByText(shown)}</bdi>
            {open.length === 1 ? "." : `, and ${open.length - 1} more.`}
          </span>
          {review}
        </>
      )}
    </div>
  );
}
