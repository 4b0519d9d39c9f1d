import type { ConnectionFinding, ConnectionTest } from "@dc/contract";
import type { ReactNode } from "react";
import { formatMoment } from "#/ui/display/format-time.ts";
import { Icon } from "#/ui/display/icon.tsx";
import { StatusMark } from "#/ui/display/status-mark.tsx";
import { useNow } from "#/ui/display/use-now.ts";
import { Button } from "#/ui/form/button.tsx";
import styles from "./connections.module.css";

const marks: { readonly [outcome in ConnectionFinding["outcome"]]: ReactNode } = {
  holds: <StatusMark shape="disc" hue="ok" word="holds" show="mark" size={16} />,
  fails: <StatusMark shape="triangle" hue="conflict" word="fails" show="mark" size={16} />,
  undecided: <StatusMark shape="question" hue="outside" word="cannot be told" show="mark" size={16} />,
  "not-tried": <StatusMark shape="dashed" hue="quiet" word="not tried" show="mark" size={16} />,
  held: <StatusMark shape="pause" hue="held" word="held" show="mark" size={16} />,
};

export interface TestCardProps {
  test: ConnectionTest | null;
  /** Whether what was tested has been changed since. */
  isOutdated: boolean;
  busy: boolean;
  failure: ReactNode;
  onTest: () => void;
}

/** What the test of a connection found, and what it did not try. */
export function TestCard({ test, isOutdated, busy, failure, onTest }: TestCardProps) {
  const now = useNow();
  return (
    <section className={styles["test"]} aria-labelledby="test-heading">
      <header>
        <h2 id="test-heading">What the test found</h2>
        {test === null ? null : (
          <span className={styles["quiet"]}>
            {formatMoment(new Date(test.at), new Date(now))}, {test.calls === 1 ? "1 read" : `${test.calls} reads`} in{" "}
            {test.durationMs < 1_000 ? `${test.durationMs} ms` : `${(test.durationMs / 1000).toFixed(1)} s`}
          </span>
        )}
        <Button size="sm" leftSection={<Icon name="refresh" size={14} />} loading={busy} onClick={onTest}>
          {test === null ? "Test the connection" : "Test again"}
        </Button>
      </header>
      <div role="status">
        {failure}
        {isOutdated && test !== null ? (
          <p className={styles["outdated"]}>Changed since this test. Test again to know.</p>
        ) : null}
        {test === null ? (
          <p className={styles["untested"]}>
            Makes documented reads alone; nothing is written, and nothing is kept. It says what it found, and what it
            did not try.
          </p>
        ) : (
          <ul>
            {test.findings.map(({ outcome, title, detail, pointer }) => (
              <li key={`${title} ${detail}`}>
                {marks[outcome]}
                <span>
                  {title}
                  <small>
                    {detail}
                    {pointer === null ? null : <span className="mono"> {pointer}</span>}
                  </small>
                </span>
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}
