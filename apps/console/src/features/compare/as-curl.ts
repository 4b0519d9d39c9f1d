import type { Connection, RecordView } from "@dc/contract";

type ReadingInfo = RecordView["here"];

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** The request of a reading, to repeat in a terminal; the key stays with the server, so it is a placeholder. */
export function asCurl(connection: Connection, { method, path, indexId }: ReadingInfo): string {
  return [
    `curl ${method === "GET" ? "" : `-X ${method} `}${quoted(`${connection.baseUrl.replace(/\/$/, "")}${path}`)}`,
    `-H 'Accept: application/json'`,
    `-H 'Authorization: Basic <API_KEY>'`,
    `-H ${quoted(`${connection.headers.apiVersion}: ${connection.apiVersion}`)}`,
    `-H ${quoted(`${connection.headers.index}: ${indexId}`)}`,
  ].join(" \\\n  ");
}
