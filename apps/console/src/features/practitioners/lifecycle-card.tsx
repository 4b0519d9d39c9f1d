import type { PractitionerView, RecordView } from "@dc/contract";
import { isUnsent } from "@dc/directory";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { paths } from "#/paths.ts";
import { capitalise } from "#/ui/display/capitalise.ts";
import { meaningLabel } from "#/connection/meanings.ts";
import type { Wording } from "#/record/wording.ts";
import { connectionQuery } from "#/connection/queries.ts";
import { DescriptionCard } from "#/ui/page/card.tsx";
import { formatDay, formatMoment } from "#/ui/display/format-time.ts";
import { useNow } from "#/ui/display/use-now.ts";
import { State } from "#/marks/state.tsx";
import { lifecycleOf } from "#/record/lifecycle.ts";
import { LifecycleActions } from "#/changes/lifecycle-actions.tsx";
import { SettleCreated } from "#/changes/settle-created-record.tsx";
import { valueText } from "#/record/reading-value.tsx";
import { ServiceWords } from "#/record/service-words.tsx";

export interface LifecycleCardProps {
  record: RecordView;
  view: PractitionerView;
  wording: Wording;
}

/** In the rail: the creation or deletion of a record, with its evidence and actions. */
export function LifecycleCard({ record, view, wording }: LifecycleCardProps) {
  const { data: connection } = useQuery(connectionQuery);
  const now = new Date(useNow());
  const { staged, live } = lifecycleOf(record.record, view.changes);
  const change = staged ?? live;
  if (change === null) return null;
  const { evidence, operation, words } = change;
  const isCreated = operation.op === "create";
  const name = record.name ?? record.record.id;
  const day = (text: string) => formatDay(new Date(`${text}T00:00:00`), now);
  const groups: { label: string; value: ReactNode }[][] = [
    [
      { label: "State", value: <State state={change.state === "draft" ? "staged" : change.state} /> },
      {
        label: "By",
        value: (
          <>
            <bdi>{change.createdBy.name}</bdi>, {formatMoment(new Date(change.createdAt), now)}
          </>
        ),
      },
      ...(change.changeSetId === null
        ? []
        : [
            {
              label: "Part of",
              value: <Link to={paths.changeSet.href({ changeSetId: change.changeSetId })}>Change set</Link>,
            },
          ]),
    ],
  ];
  if (evidence !== null)
    groups.push([
      { label: "Reason", value: <bdi>{evidence.reason}</bdi> },
      ...(evidence.source === null ? [] : [{ label: "Source", value: <bdi>{evidence.source}</bdi> }]),
      ...(evidence.verifiedOn === null ? [] : [{ label: "Verified", value: day(evidence.verifiedOn) }]),
      ...(evidence.reviewBy === null ? [] : [{ label: "Review by", value: day(evidence.reviewBy) }]),
      ...(evidence.from === null ? [] : [{ label: "From", value: day(evidence.from) }]),
      ...(evidence.until === null ? [] : [{ label: "Until", value: day(evidence.until) }]),
    ]);
  if (operation.op === "create")
    groups.push(
      Object.entries(operation.fields).map(([key, value]) => ({
        label: meaningLabel(connection, record.record.type, key),
        value: (
          <bdi>
            {valueText(
              value ?? null,
              (id) => wording.member(record.record.type, key, id),
              wording.field(record.record.type, key),
            )}
          </bdi>
        ),
      })),
    );
  if (words !== null)
    groups.push([
      {
        label: "Service",
        value: <ServiceWords words={words} />,
      },
    ]);
  const isLost = change.state === "unknown" && isCreated;
  const footer = isLost ? (
    <SettleCreated key={change.id} change={change} />
  ) : change.state === "draft" || isUnsent(change) ? (
    <LifecycleActions change={change} view={view} name={name} showSet={false} />
  ) : null;
  return (
    <div data-lifecycle>
      <DescriptionCard
        mark={<State state={change.state === "draft" ? "staged" : change.state} show="mark" />}
        title={`${capitalise(record.record.type)} ${isCreated ? "created" : "deleted"} here`}
        groups={groups.filter((group) => group.length > 0)}
        {...(footer === null ? {} : { footer })}
      />
    </div>
  );
}
