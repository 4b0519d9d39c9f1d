import type { ServiceProfile } from "#/profile/profile.ts";
import type { RequestDescription } from "./build-request.ts";

/** A request whose body is the text that is sent, or a placeholder for it. */
export interface CurlRequest extends Omit<RequestDescription, "body"> {
  readonly body: string | null;
}

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** How curl sends the key, with `<API_KEY>` in its place. */
function credentialArgument({ data: { credential } }: ServiceProfile): string {
  const { composition, header } = credential;
  if (composition === "ready-made") return `-H ${quoted(`${header}: ${credential.prefix}<API_KEY>`)}`;
  const pair = quoted(composition === "key-as-user" ? "<API_KEY>:" : `${credential.user}:<API_KEY>`);
  // With -u curl knows one header only. Long keys make base64 break its lines.
  return header.toLowerCase() === "authorization"
    ? `-u ${pair}`
    : `-H ${quoted(`${header}: Basic `)}"$(printf %s ${pair} | base64 | tr -d '\\n')"`;
}

/** A request as a curl command for a shell, with `<API_KEY>` in the place of the key. */
export function toCurl(profile: ServiceProfile, baseUrl: string, request: CurlRequest, between = " \\\n  "): string {
  const { body } = request;
  const url = `${baseUrl.replace(/\/+$/, "")}${request.path}`;
  // With a body curl would send a GET as a POST; without -g it expands brackets in an address.
  const verb = request.method === "GET" && body === null ? "" : `-X ${request.method} `;
  const glob = /[[\]{}]/.test(url) ? "-g " : "";
  return [
    `curl ${glob}${verb}${quoted(url)}`,
    credentialArgument(profile),
    ...Object.entries(request.headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body === null ? [] : [`-d ${quoted(body)}`]),
  ].join(between);
}
