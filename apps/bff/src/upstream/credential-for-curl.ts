import type { ServiceProfile } from "@dc/api-client";

/** How curl sends the key, with a placeholder in its place. */
export function credentialForCurl({ data: { credential } }: ServiceProfile): string {
  switch (credential.composition) {
    case "key-as-user":
      return basic(credential.header, "<API_KEY>:");
    case "key-as-password":
      return basic(credential.header, `${credential.user}:<API_KEY>`);
    case "ready-made":
      return `-H '${credential.header}: ${credential.prefix}<API_KEY>'`;
  }
}

function basic(header: string, pair: string): string {
  return header.toLowerCase() === "authorization"
    ? `-u '${pair}'`
    : `-H "${header}: Basic $(printf %s '${pair}' | base64 -w0)"`;
}
