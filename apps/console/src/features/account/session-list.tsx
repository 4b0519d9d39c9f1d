import type { OwnSession } from "@dc/contract";
import { useQuery } from "@tanstack/react-query";
import { Age } from "#/ui/display/age.tsx";
import { formatMoment } from "#/ui/display/format-time.ts";
import { useNow } from "#/ui/display/use-now.ts";
import { Icon } from "#/ui/display/icon.tsx";
import { Button } from "#/ui/form/button.tsx";
import { SectionHeading } from "#/ui/page/section-heading.tsx";
import { PagedList } from "#/ui/table/paged-list.tsx";
import { deviceName } from "./device-name.ts";
import { useEndOtherSessions, useEndSession } from "./mutations.ts";
import { ownSessionsQuery } from "./queries.ts";
import styles from "./account.module.css";

/** Where the person is signed in, each session with a way to end it. */
export function SessionList() {
  const list = useQuery(ownSessionsQuery);
  const end = useEndSession();
  const endOthers = useEndOtherSessions();
  const items = list.data?.items ?? [];
  const others = items.filter(({ isThis }) => !isThis).length;
  return (
    <section aria-labelledby="sessions">
      <SectionHeading
        id="sessions"
        title="Sessions"
        {...(list.data === undefined ? {} : { note: `${items.length} signed in` })}
        {...(others === 0
          ? {}
          : {
              action: (
                <Button loading={endOthers.isPending} onClick={() => endOthers.mutate()}>
                  {others === 1 ? "End 1 other session" : `End ${others} other sessions`}
                </Button>
              ),
            })}
      />
      <PagedList
        name="sessions"
        query={list}
        rows={items}
        skeleton={{ rows: 2, rowHeight: 48 }}
        empty={<p className="fine">None.</p>}
      >
        {(sessions) => (
          <ul className={styles["list"]} aria-label="Sessions">
            {sessions.map((session) => (
              <SessionLine
                key={session.id}
                session={session}
                busy={end.isPending && end.variables === session.id}
                onEnd={() => end.mutate(session.id)}
              />
            ))}
          </ul>
        )}
      </PagedList>
      <p className="fine">A session ends after a day without use. Ending one takes effect at its next request.</p>
    </section>
  );
}

function SessionLine({ session, busy, onEnd }: { session: OwnSession; busy: boolean; onEnd: () => void }) {
  const device = deviceName(session.userAgent);
  const now = useNow();
  return (
    <li>
      <Icon name={/iPhone|Android/.test(device) ? "phone" : "monitor"} />
      <span>
        {session.isThis ? `This one, ${device}` : device}
        <small>
          {session.address === null ? null : <bdi>{session.address}, </bdi>}
          since {formatMoment(new Date(session.startedAt), new Date(now))}
        </small>
      </span>
      {session.isThis ? (
        <span className="fine">now</span>
      ) : (
        <>
          <span className="fine">
            <Age at={session.lastUsedAt} after="ago" />
          </span>
          <Button loading={busy} onClick={onEnd} aria-label={`End session of ${device}`}>
            End session
          </Button>
        </>
      )}
    </li>
  );
}
