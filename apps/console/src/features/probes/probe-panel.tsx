import type { Connection, CreateProbeInput, Probe } from "@dc/contract";
import { useCommand } from "#/commands/use-command.ts";
import { CommandFailure } from "#/commands/command-failure.tsx";
import { Permitted } from "#/connection/permissions.tsx";
import { bff } from "#/api/bff.ts";
import { Button } from "#/ui/form/button.tsx";
import { ConfirmButton } from "#/ui/overlay/confirm-button.tsx";
import { Icon } from "#/ui/display/icon.tsx";
import { Note } from "#/marks/note.tsx";
import styles from "./probes.module.css";

const useProbe = () =>
  useCommand({ run: (input: CreateProbeInput) => bff.post<Probe>("/probes", input), changes: ["probe"] });

/** Probes what the service can do. Writes need a confirmation and are only probed in test mode. */
export function ProbePanel({ connection }: { connection: Connection }) {
  const probe = useProbe();
  const isTest = connection.mode === "test";
  const broken = probe.data?.checks.filter(({ status }) => status === "does-not-hold") ?? [];
  const untested = probe.data?.checks.filter(({ status }) => status === "not-testable").length ?? 0;
  return (
    <div className={styles["panel"]}>
      <div className="buttons">
        <Permitted action="probe" forAll says>
          <Button
            leftSection={<Icon name="play" />}
            loading={probe.isPending && probe.variables.writes === false}
            waits={probe.isPending}
            onClick={() => probe.mutate({ writes: false })}
          >
            Probe reads
          </Button>
          {isTest ? (
            <ConfirmButton
              label="Probe writes"
              question="It writes in the test index, takes back what it can, and makes two index versions, a patient and a simulated booking."
              confirmLabel="Write in the test index"
              busy={probe.isPending && probe.variables.writes === true}
              disabled={probe.isPending}
              onConfirm={() => probe.mutate({ writes: true })}
            />
          ) : null}
        </Permitted>
      </div>
      {isTest ? null : <p className="quiet">In live mode only reads are probed.</p>}
      <CommandFailure error={probe.error} />
      {probe.data === undefined ? null : (
        <Note kind={broken.length === 0 ? "ok" : "failed"} live>
          <b>{probe.data.proven.length} operations are proven.</b> {probe.data.checks.length - broken.length - untested}{" "}
          sentences hold, {broken.length} do not, {untested} could not be tested.
          {broken.length === 0 ? null : (
            <ul className={styles["broken"]}>
              {broken.map(({ id, sentence, detail }) => (
                <li key={id}>
                  <span className="mono">{id}</span>: {sentence} <i>{detail}</i>
                </li>
              ))}
            </ul>
          )}
          {probe.data.left.length === 0 ? null : (
            <details>
              <summary>
                {probe.data.left.length === 1 ? "1 thing" : `${probe.data.left.length} things`} could not be taken away
                or put back
              </summary>
              <ul className={styles["broken"]}>
                {probe.data.left.map((thing) => (
                  <li key={thing}>{thing}</li>
                ))}
              </ul>
            </details>
          )}
        </Note>
      )}
    </div>
  );
}
