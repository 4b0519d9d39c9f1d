import type { ErrorCode } from "@dc/contract";

/** What a person reads for each code when the answer has no better detail. */
export const errorSentences: { readonly [code in ErrorCode]: string } = {
  invalid_request: "Some of the input isn't valid. Correct it and try again.",
  not_signed_in: "Your session has ended. Sign in again.",
  invalid_token: "This token is not valid.",
  sign_in_failed: "E-mail and password don't match.",
  too_many_attempts: "Too many attempts. Wait a minute, then try again.",
  set_up_done: "The console is already set up. Sign in instead.",
  forbidden: "You don't have permission to change this.",
  insufficient_scope: "The token is not allowed to do this.",
  cross_site: "The request came from another site and was refused.",
  not_found: "Not found.",
  gone: "This page is from an earlier version. Reload it.",
  method_not_allowed: "This isn't possible here.",
  conflict: "Someone changed this in the meantime. Check it again, then decide.",
  version_mismatch: "Someone saved this in the meantime. Reload it; what you typed is kept.",
  moved_since_seen: "This changed since you loaded it. Check it again, then decide.",
  wrong_state: "This is no longer possible in the current state.",
  already_exists: "This already exists.",
  outcome_unknown: "It was sent and no reply came. It may have taken effect; it won't be sent again.",
  standard_index_read_only:
    "The standard index is read-only. Nothing was sent to the service. Set the value in a directory instead.",
  cannot_encode: "The profile doesn't say how to write this value to the service.",
  body_too_large: "This is too large. Send it in parts.",
  unsupported_media_type: "The server doesn't accept this type of content.",
  identity_provider_unreachable: "The identity provider does not answer.",
  service_unreachable: "The service can't be reached. You see the last saved reading.",
  service_timeout: "The service did not answer in time. You see the last saved reading.",
  service_refused: "The service refused the request.",
  service_answer_invalid: "The profile can't read the service's answer.",
  service_paused:
    "Calls to the service are paused, because recent calls failed or the service asked to wait. They resume automatically.",
  store_unavailable: "The console's store can't be reached at the moment. Check whether your change was saved.",
  store_full: "The disk of the console's store is full. Nothing can be saved until somebody frees space there.",
  store_read_only: "The console's store is read-only at the moment. Nothing can be saved.",
  internal: "Something went wrong on the server. No change is confirmed.",
};
