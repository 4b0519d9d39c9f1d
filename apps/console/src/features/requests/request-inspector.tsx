import type { Connection, ServiceRequest } from "@dc/contract";
import { CopyBox } from "#/ui/display/copy-box.tsx";
import { CopyableId } from "#/ui/display/copyable-id.tsx";
import { formatFullTime } from "#/ui/display/format-time.ts";
import { Icon } from "#/ui/display/icon.tsx";
import { Note } from "#/marks/note.tsx";
import styles from "./requests.module.css";
import { requestTimeline, droppedCallsText, statusOf, durationText } from "./request-text.ts";

export interface RequestInspectorProps {
  request: ServiceRequest;
  connection: Connection;
  onClose: () => void;
}

/** One call in full, with its timeline and the same call as curl. */
export function RequestInspector({ request, connection, onClose }: RequestInspectorProps) {
  if (request.outcome === "not-kept") return <NotKept request={request} onClose={onClose} />;
  const { text, hue } = statusOf(request);
  const { cause, mixed, indexId, serviceRequestId } = request;
  const lines = [
    `${request.method} ${connection.baseUrl}${request.path}`,
    "Accept: application/json",
    `${connection.headers.credential}: ••••••••`,
    `${connection.headers.apiVersion}: ${connection.apiVersion}`,
    ...(indexId === null ? [] : [`${connection.headers.index}: ${indexId}`]),
    ...(request.sendsBody ? ["Content-Type: application/json", "", "(the body is not kept)"] : []),
  ];
  return (
    <section className={styles["inspector"]} aria-label="Selected request">
      <header>
        <h2 className="mono" data-tip={request.path} data-tip-when="cut">
          {request.method} {request.path}
        </h2>
        <span data-hue={hue}>{text}</span>
        <span>{durationText(request)}</span>
        <button type="button" aria-label="Close the request" onClick={onClose}>
          <Icon name="cross" />
        </button>
      </header>
      {mixed === null ? null : (
        <Note kind="outside">
          This record was read in <b className="mono">{indexId ?? connection.standardIndexId}</b>, but{" "}
          <span className="mono">{mixed.path}</span>, which refers to it, in <b className="mono">{mixed.indexId}</b>.
          Follow a reference with the same index header, or two directories are mixed.
        </Note>
      )}
      <div className={styles["facts"]}>
        <div>
          <h3>Request</h3>
          <pre>{lines.join("\n")}</pre>
        </div>
        <div>
          <h3>What happened</h3>
          <dl>
            {requestTimeline(request).map(({ at, text: what }) => (
              <div key={what}>
                <dt>{at}</dt>
                <dd>{what}</dd>
              </div>
            ))}
            <div>
              <dt>when</dt>
              <dd>{formatFullTime(new Date(request.at))}</dd>
            </div>
            <div>
              <dt>by</dt>
              <dd>
                <bdi>{cause.name}</bdi> {cause.id === null ? null : <CopyableId id={cause.id} />}
              </dd>
            </div>
            {serviceRequestId === null ? null : (
              <div>
                <dt>service id</dt>
                <dd>
                  <CopyableId id={serviceRequestId} />
                </dd>
              </div>
            )}
          </dl>
        </div>
      </div>
      <CopyBox label="The same as curl, without the key" text={request.curl} />
    </section>
  );
}

function NotKept({ request, onClose }: Pick<RequestInspectorProps, "request" | "onClose">) {
  return (
    <section className={styles["inspector"]} aria-label="Selected request">
      <header>
        <h2>{droppedCallsText(request)}</h2>
        <button type="button" aria-label="Close the request" onClick={onClose}>
          <Icon name="cross" />
        </button>
      </header>
      <p>
        Before {formatFullTime(new Date(request.at))}. They were answered as every other; the log keeps the newest 200
        calls of the gateway and 1,000 others a second, so that it slows nobody down.
      </p>
    </section>
  );
}
