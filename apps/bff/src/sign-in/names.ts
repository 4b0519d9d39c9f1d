/** The lifetime of a session since its last renewal, and the age at which use renews it. */
export const SESSION_LASTS_S = 24 * 60 * 60;
export const RENEWED_AFTER_S = 60 * 60;
/** The library's cookie name; the browser's cookie has another one. */
export const COOKIE = "session_token";
