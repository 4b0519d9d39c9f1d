import type { ChangeSet, RevertPreview, RevertQuery } from "@dc/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useNavigate } from "react-router";
import { CommandFailure } from "#/commands/command-failure.tsx";
import { bff, path } from "#/api/bff.ts";
import { paths } from "#/paths.ts";
import { changeText } from "#/changes/change-text.tsx";
import { changeSetsKey } from "#/changes/queries.ts";
import { useWording } from "#/record/wording.ts";
import { countText, numberText } from "#/ui/display/count.tsx";
import { Button } from "#/ui/form/button.tsx";
import { SegmentedControl } from "#/ui/form/segmented-control.tsx";
import { SideDrawer } from "#/ui/overlay/side-drawer.tsx";
import { ReadFailure } from "#/ui/page/read-failure.tsx";
import { SkeletonRows } from "#/ui/table/skeleton-rows.tsx";
import styles from "./change-sets.module.css";
import { useRevert } from "./mutations.ts";

type To = RevertQuery["to"];

/** Says what reverting a change set takes back and what it leaves, and stages it in a draft of its own. */
export function RevertDrawer({ changeSet, onClose }: { changeSet: ChangeSet; onClose: () => void }) {
  const navigate = useNavigate();
  const { id, version, name } = changeSet;
  const [to, setTo] = useState<To>("before");
  const { data, error, refetch } = useQuery({
    queryKey: [...changeSetsKey, "revert", id, version, to],
    queryFn: ({ signal }) => bff.get<RevertPreview>(path`/change-sets/${id}/revert`, { query: { to }, signal }),
  });
  const revert = useRevert(id);
  const run = () =>
    revert.mutate(
      { version, to },
      {
        onSuccess: (made) => {
          onClose();
          void navigate(paths.changeSet.href({ changeSetId: made.id }));
        },
      },
    );
  return (
    <SideDrawer
      opened
      title={`Revert ${name}`}
      onClose={onClose}
      footer={
        <>
          <Button variant="subtle" onClick={onClose}>
            Cancel
          </Button>
          {data === undefined || data.reverted === 0 ? null : (
            <Button variant="filled" loading={revert.isPending} onClick={run}>
              Stage the revert of {countText(data.reverted, "change")}
            </Button>
          )}
        </>
      }
    >
      {/* The press that opened this panel must not confirm it. */}
      <div data-autofocus tabIndex={-1} className={styles["revert"]}>
        <CommandFailure error={revert.error} />
        <SegmentedControl<To>
          label="What values go back to where no override stood before"
          value={to}
          options={[
            { value: "before", label: "The value before" },
            { value: "base", label: "Today’s standard" },
          ]}
          onChange={setTo}
        />
        {error !== null ? (
          <ReadFailure error={error} onRetry={() => void refetch()} />
        ) : data === undefined ? (
          <SkeletonRows rows={4} rowHeight={40} label="Checking what can be reverted" />
        ) : (
          <Preview preview={data} to={to} />
        )}
      </div>
    </SideDrawer>
  );
}

function Preview({ preview: { reverted, leftOut, leftOutCount }, to }: { preview: RevertPreview; to: To }) {
  const wording = useWording();
  return (
    <>
      <p>
        {reverted === 0 ? (
          "None of its changes can be reverted."
        ) : (
          <>
            {reverted === 1 ? "1 change is" : `${numberText(reverted)} changes are`} taken back in a draft of its own:
            where an override stood before, it is set again; elsewhere{" "}
            {to === "before"
              ? "the value from before comes back"
              : "the directory says what the standard index says now"}
            . Nothing is sent until that draft is applied, and this change set stays as it is until then.
          </>
        )}
      </p>
      {leftOutCount === 0 ? null : (
        <section aria-labelledby="left-as-it-is">
          <h3 id="left-as-it-is">
            {countText(leftOutCount, "change")} {leftOutCount === 1 ? "stays as it is" : "stay as they are"}
          </h3>
          <ul>
            {leftOut.map(({ change, why, standing }) => (
              <li key={change.id}>
                <bdi>{changeText(change, wording)}</bdi>
                <small>
                  {why}
                  {standing === null || standing.changeSetId === null ? null : (
                    <>
                      {" "}
                      <Link to={paths.changeSet.href({ changeSetId: standing.changeSetId })}>See its change set</Link>
                    </>
                  )}
                </small>
              </li>
            ))}
          </ul>
          {leftOut.length === leftOutCount ? null : <small>{numberText(leftOut.length)} of them are listed.</small>}
        </section>
      )}
    </>
  );
}
