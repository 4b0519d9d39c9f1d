declare global {
  var __webpack_nonce__: string | undefined;
}

/** The nonce that the bff wrote into this page; style elements made later must carry it. */
export function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? "";
}

globalThis.__webpack_nonce__ = styleNonce();
