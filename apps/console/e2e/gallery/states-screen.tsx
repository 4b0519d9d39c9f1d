import { StaleTag } from "#/ui/display/age.tsx";
import type { ReactNode } from "react";
import { Button } from "#/ui/form/button.tsx";
import { EmptyState } from "#/ui/page/empty-state.tsx";
import { Card } from "#/ui/page/card.tsx";
import { Icon } from "#/ui/display/icon.tsx";
import { Note } from "#/marks/note.tsx";
import { Page } from "#/ui/page/page.tsx";
import { MemberChip } from "#/marks/member-chip.tsx";
import { SkeletonRows } from "#/ui/table/skeleton-rows.tsx";
import { State } from "#/marks/state.tsx";
import { ago } from "./sample-data.ts";

const Stack = ({ children }: { children: ReactNode }) => (
  <div style={{ display: "grid", gap: 12, justifyItems: "start" }}>{children}</div>
);

export function StatesScreen() {
  return (
    <Page title="States" lede="Every state has its own face, one sentence in plain words, and at most two ways on.">
      <div style={{ display: "grid", gap: 16, gridTemplateColumns: "repeat(auto-fill, minmax(300px, 1fr))" }}>
        <Card title="Empty">
          <EmptyState
            title="No practitioners on this roster yet"
            primary={<Button variant="filled">Paste a list</Button>}
            other={<Button variant="subtle">Copy from a directory</Button>}
          >
            The service can’t list who is in an index. Paste ids, links or a CSV and we read each one.
          </EmptyState>
        </Card>
        <Card title="Loading">
          <SkeletonRows rows={6} progress="Reading 48 of 126 records" />
        </Card>
        <Card title="Stale" action={<StaleTag at={ago(1560)} />}>
          <Stack>
            <Note kind="stale">Last read 19 Nov 09:20. The service has not answered since; next try in 40 s.</Note>
            <Button leftSection={<Icon name="refresh" />}>Read now</Button>
          </Stack>
        </Card>
        <Card title="Held">
          <Stack>
            <MemberChip kind="held added" name="Lotus Family Care" />
            <Note
              kind="held"
              actions={
                <>
                  <Button>Open runbook</Button>
                  <Button variant="subtle">See the capability</Button>
                </>
              }
            >
              <b>2 changes are held</b>: 2 updates of schedules. The service has no documented way to take them, and the
              service profile defines none. Readers get them through the gateway already.
            </Note>
          </Stack>
        </Card>
        <Card title="Unknown" mark={<State state="unknown" show="mark" />}>
          <Stack>
            <Note kind="unknown">Sent at 10:43, no reply in 30 s. It may exist; it won’t be sent again.</Note>
            <Button variant="filled">Check and adopt</Button>
          </Stack>
        </Card>
        <Card title="Failed" mark={<State state="failed" show="mark" />}>
          <Note kind="failed" actions={<Button>Edit this change</Button>}>
            One phone was not added. 11 other changes went through and stay.
          </Note>
        </Card>
        <Card title="Refused" mark={<State state="refused" show="mark" />}>
          <Note kind="refused">The standard index is read-only.</Note>
        </Card>
        <Card title="Done" mark={<State state="applied" show="mark" />}>
          <Note kind="ok">11 changes applied and read back.</Note>
        </Card>
        <Card title="Conflict">
          <Note kind="conflict">Both values changed, in different ways. Nothing is sent until someone decides.</Note>
        </Card>
      </div>
    </Page>
  );
}
