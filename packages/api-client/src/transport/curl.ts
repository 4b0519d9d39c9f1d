import type { ServiceProfile } from "#/profile/profile.ts";
import { bodyText, type RequestDescription } from "./build-request.ts";

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** A request as a curl command, with `<API_KEY>` in the place of the key. */
export function curlOf(profile: ServiceProfile, baseUrl: string, request: RequestDescription): string {
  const { credential } = profile.data;
  const body = bodyText(request.body);
  return [
    `curl ${request.method === "GET" ? "" : `-X ${request.method} `}${quoted(`${baseUrl.replace(/\/+$/, "")}${request.path}`)}`,
    credential.composition === "key-as-user"
      ? `-u '<API_KEY>:'`
      : credential.composition === "key-as-password"
        ? `-u ${quoted(`${credential.user}:<API_KEY>`)}`
        : `-H ${quoted(`${credential.header}: ${credential.prefix}<API_KEY>`)}`,
    ...Object.entries(request.headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body === null ? [] : [`-d ${quoted(body)}`]),
  ].join(" \\\n  ");
}
