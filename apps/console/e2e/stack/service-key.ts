import { serviceKey } from "@dc/tooling/testing/service-process";

export { serviceKey };

const encoded = (text: string) => Buffer.from(text).toString("base64").replace(/=+$/, "");

/** The service's key, which may be only in the server's memory and in the sealed store: in plain text, in base64 at each of the three offsets, URL-safe, URL-encoded, and in hex. */
export const serviceKeyForms: readonly string[] = [
  ...new Set(
    [
      serviceKey,
      ...[0, 1, 2].map((shift) => encoded(`${"x".repeat(shift)}${serviceKey}`).slice(shift === 0 ? 0 : 4, -2)),
      encoded(`${serviceKey}:`),
      encodeURIComponent(encoded(`${serviceKey}:`)),
      Buffer.from(serviceKey).toString("hex"),
    ].flatMap((form) => [form, form.replaceAll("+", "-").replaceAll("/", "_")]),
  ),
];

/** The forms of the key that occur in a text. */
export function serviceKeyIn(text: string): string[] {
  return serviceKeyForms.filter((form) => text.includes(form));
}
