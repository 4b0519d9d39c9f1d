import type { Connection } from "@dc/contract";
import type { RecordKey } from "@dc/directory";
import { type ReactNode, useEffect, useRef } from "react";
import { apiDescription } from "#/paths.ts";
import { CopyBox } from "#/ui/display/copy-box.tsx";
import { SectionHeading } from "#/ui/page/section-heading.tsx";
import { pathOfCall } from "./gateway-call.ts";
import styles from "./connection.module.css";

export interface GatewayGuideProps {
  connection: Connection;
  /** Where this console is reached. */
  origin: string;
  /** A token that was just made; without one the examples use a variable. */
  secret: string | null;
  /** An index whose records the examples read. */
  indexId: string;
  /** The record that the examples read; without one they say `ID`. */
  record: RecordKey | null;
  /** The field that chooses that index. */
  chooser: ReactNode;
}

/** How a program reads records with the overrides laid over them. */
export function GatewayGuide({ connection, origin, secret, indexId, record, chooser }: GatewayGuideProps) {
  const base = `${origin}/gateway/v1`;
  const path = pathOfCall(connection.capabilities, record);
  const calls = useRef<HTMLDivElement>(null);
  const isNamed = record !== null;
  useEffect(() => {
    if (!isNamed) return;
    // The shell scrolls to the top of the page first.
    const frame = requestAnimationFrame(() => calls.current?.scrollIntoView({ block: "center" }));
    return () => cancelAnimationFrame(frame);
  }, [isNamed]);
  const headers = connection.headers;
  const given = secret ?? "$TOKEN";
  const call = [
    `curl ${base}${path} \\`,
    `  -H "Authorization: Bearer ${given}" \\`,
    `  -H "${headers.apiVersion}: ${connection.apiVersion}" \\`,
    `  -H "${headers.index}: ${indexId}"`,
  ];
  const basic = [`curl -u "${given}:" ${base}${path} \\`, ...call.slice(2)];
  return (
    <section className={styles["gateway"]} aria-labelledby="gateway">
      <SectionHeading
        id="gateway"
        title="Gateway"
        note="The service’s own paths and spelling, with the live overrides laid over the answer"
      />
      <p>
        An app that reads the service today changes two things: its base address, and its key for a token. Records of an
        index come back as the directory should say them, held overrides included. Without the index header, or with the
        standard index, the service’s own answer passes through untouched. Only records are read here: patients,
        appointments and writes are refused with 405.
      </p>
      <dl className={styles["facts"]}>
        <dt>Base address</dt>
        <dd className="mono">{base}</dd>
        <dt>Instead of</dt>
        <dd className="mono">{connection.baseUrl}</dd>
      </dl>
      {chooser === null ? null : <div className={styles["whose"]}>{chooser}</div>}
      <div ref={calls} className={styles["calls"]}>
        {secret === null ? <CopyBox label="Setting the token" text="export TOKEN=…" /> : null}
        {record === null ? null : <p>The {record.type} of the change, as readers get it:</p>}
        <CopyBox label="A record of an index, with a bearer token" text={call.join("\n")} />
        <CopyBox label="The same with Basic: the token as user, no password" text={basic.join("\n")} />
      </div>
      <p>
        The console’s own API is described at <a href={apiDescription}>/api/v1/openapi.json</a> (OpenAPI 3.1).
      </p>
    </section>
  );
}
