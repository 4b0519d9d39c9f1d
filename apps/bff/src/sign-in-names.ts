/** The header that carries the socket's address to the library; only we write it. */
export const ADDRESS_HEADER = "x-socket-address";
/** What the library calls its cookie; the browser's is named elsewhere. */
export const COOKIE = "session_token";
