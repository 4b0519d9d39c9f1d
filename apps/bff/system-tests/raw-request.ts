import { connect } from "node:net";

/** An answer as it came over the socket, read as latin1. */
export interface RawAnswer {
  status: number;
  /** The status line and the headers. */
  head: string;
  body: string;
}

/**
 * Sends bytes over a socket of their own, and gives every answer until the server closes it. A request that is to be
 * answered therefore asks for `Connection: close`; what waits for more is ended after ten seconds.
 */
export function sendRaw(port: number, bytes: string, encoding: "latin1" | "utf8" = "latin1"): Promise<RawAnswer[]> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    const parts: Buffer[] = [];
    socket.on("data", (part: Buffer) => parts.push(part));
    socket.on("error", () => undefined);
    socket.on("close", () => resolve(answersIn(Buffer.concat(parts).toString("latin1"))));
    socket.setTimeout(10_000, () => socket.destroy());
    socket.write(bytes, encoding);
  });
}

/** Lines of a request without a body. */
export function rawLines(...lines: string[]): string {
  return `${lines.join("\r\n")}\r\n\r\n`;
}

function answersIn(text: string): RawAnswer[] {
  return text.split(/(?=HTTP\/1\.[01] \d{3})/).flatMap((one) => {
    const [, status] = /^HTTP\/1\.[01] (\d{3})/.exec(one) ?? [];
    const [head = "", ...body] = one.split("\r\n\r\n");
    return status === undefined ? [] : [{ status: Number(status), head, body: body.join("\r\n\r\n") }];
  });
}
