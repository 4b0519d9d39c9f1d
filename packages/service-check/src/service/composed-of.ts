import type { ServiceProfileData } from "@dc/api-client";

/** How a credential is composed, with the key left out, so that a missing blank can be seen. */
export function composedOf(credential: ServiceProfileData["credential"]): string {
  const { header } = credential;
  switch (credential.composition) {
    case "key-as-user":
      return `the ${header} header as "key-as-user": "Basic " and the base64 of KEY with a colon behind it`;
    case "key-as-password":
      return `the ${header} header as "key-as-password": "Basic " and the base64 of "${credential.user}:" and KEY`;
    case "ready-made":
      return `the ${header} header as "ready-made": "${credential.prefix}KEY"${credential.prefix !== "" && !credential.prefix.endsWith(" ") ? ', with no blank behind "prefix"' : ""}`;
  }
}
