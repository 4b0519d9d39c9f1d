/** The header that carries the socket's address to the library; only we write it. */
export const ADDRESS_HEADER = "x-socket-address";
/** How long a session lasts from when it was last renewed, and how long before a use renews it. */
export const SESSION_LASTS_S = 24 * 60 * 60;
export const RENEWED_AFTER_S = 60 * 60;
/** What the library calls its cookie; the browser's is named elsewhere. */
export const COOKIE = "session_token";
