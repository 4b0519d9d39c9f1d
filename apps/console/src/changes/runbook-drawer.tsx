import { recordKey } from "@dc/directory";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { meaningLabel } from "#/connection/meanings.ts";
import { gatewayCallHref } from "#/connection/gateway-call.ts";
import { connectionQuery } from "#/connection/queries.ts";
import { useZone } from "#/connection/use-zone.ts";
import { Button } from "#/ui/form/button.tsx";
import { copyText } from "#/ui/display/copyable-id.tsx";
import { Icon } from "#/ui/display/icon.tsx";
import { Note } from "#/marks/note.tsx";
import { SideDrawer } from "#/ui/overlay/side-drawer.tsx";
import { PagedList } from "#/ui/table/paged-list.tsx";
import { numberText } from "#/ui/display/count.tsx";
import styles from "./runbook.module.css";
import { StepValue } from "./runbook-value.tsx";
import { useWording } from "#/record/wording.ts";
import { runbookQuery } from "./queries.ts";

const copyWords = {
  no: "Copy as text",
  reading: "Copy as text",
  copied: "Copied",
  refused: "Copying failed",
  unread: "Some steps couldn’t be loaded",
} as const;

export interface RunbookDrawerProps {
  of: { changeSetId: string } | { indexId: string };
  opened: boolean;
  onClose: () => void;
}

/** The steps that a person takes by hand for changes that the service has no documented way to take. */
export function RunbookDrawer({ of, opened, onClose }: RunbookDrawerProps) {
  const list = useInfiniteQuery({ ...runbookQuery(of), enabled: opened });
  const { data, fetchNextPage } = list;
  const { data: connection } = useQuery(connectionQuery);
  const wording = useWording({ enabled: opened });
  const { dayText } = useZone();
  const [page] = data?.pages ?? [];
  const steps = data?.pages.flatMap((read) => read.steps) ?? [];
  const [first] = steps;
  const subject = `${opened} ${JSON.stringify(of)}`;
  /** What became of copying, and of which runbook. */
  const [copying, setCopying] = useState<{ subject: string; is: keyof typeof copyWords } | null>(null);
  const copied = copying?.subject === subject ? copying.is : "no";
  const setCopied = (is: keyof typeof copyWords) => setCopying({ subject, is });
  /** Copies the whole runbook, loading the pages that are not on screen yet. */
  const copyWhole = async (): Promise<keyof typeof copyWords> => {
    setCopied("reading");
    let read = data?.pages ?? [];
    while (read.at(-1)?.nextCursor != null) {
      const next = await fetchNextPage();
      if (next.isError || next.data === undefined) return "unread";
      read = next.data.pages;
    }
    return (await copyText(read.map(({ text }) => text).join(""))) ? "copied" : "refused";
  };
  return (
    <SideDrawer
      opened={opened}
      title={page === undefined ? "Runbook" : `Runbook for ${page.indexName}`}
      onClose={onClose}
      footer={
        first === undefined ? undefined : (
          <Button
            leftSection={<Icon name={copied === "copied" ? "check" : "copy"} />}
            loading={copied === "reading"}
            onClick={() => void copyWhole().then(setCopied)}
          >
            {copyWords[copied]}
          </Button>
        )
      }
    >
      <PagedList
        name="runbook"
        query={list}
        rows={steps}
        skeleton={{ rows: 6 }}
        empty={<p>No held changes, so no manual steps.</p>}
        moreLabel={`Show more of ${numberText(page?.total ?? 0)} steps`}
      >
        {() => (
          <>
            {page === undefined || first === undefined ? null : (
              <Note kind="held">
                Make these changes where you can, in this order. The next reading that finds a value turns its change to
                applied. Readers get the new values through the gateway already:{" "}
                <Link to={gatewayCallHref(first.indexId, first.record)}>see the call</Link>.
              </Note>
            )}
            <ol className={styles["steps"]}>
              {steps.map((step) => (
                <li key={`${step.indexId} ${recordKey(step.record)} ${step.field}`}>
                  <b>{step.number}</b>
                  <div>
                    <b>
                      <bdi>{step.title}</bdi>
                    </b>{" "}
                    <code>{step.record.id}</code>
                    <dl>
                      {page?.indexId === null ? (
                        <>
                          <dt>Directory</dt>
                          <dd>
                            <bdi>{step.indexName}</bdi>
                          </dd>
                        </>
                      ) : null}
                      {step.field === null ? null : (
                        <>
                          <dt>Field</dt>
                          <dd>{meaningLabel(connection, step.record.type, step.field)}</dd>
                        </>
                      )}
                      <dt>Now</dt>
                      <dd>
                        <StepValue
                          reading={step.from}
                          other={step.to}
                          sign="−"
                          type={step.record.type}
                          field={step.field}
                          wording={wording}
                        />
                      </dd>
                      <dt>Then</dt>
                      <dd>
                        <StepValue
                          reading={step.to}
                          other={step.from}
                          sign="+"
                          type={step.record.type}
                          field={step.field}
                          wording={wording}
                        />
                      </dd>
                      {step.evidence?.from == null ? null : (
                        <>
                          <dt>From</dt>
                          <dd>{dayText(step.evidence.from)}</dd>
                        </>
                      )}
                      {step.until === null ? null : (
                        <>
                          <dt>Until</dt>
                          <dd>{dayText(step.until)}</dd>
                        </>
                      )}
                    </dl>
                    <small>
                      Check: <code>{step.check}</code>
                    </small>
                  </div>
                </li>
              ))}
            </ol>
          </>
        )}
      </PagedList>
    </SideDrawer>
  );
}
