import type { ErrorCode } from "@dc/contract";

/** What a person reads for each code when the answer has no better detail. */
export const errorSentences: { readonly [code in ErrorCode]: string } = {
  invalid_request: "Something in this form can't be taken as it is.",
  not_signed_in: "Your session has ended. Sign in again.",
  sign_in_failed: "E-mail and password don't match.",
  too_many_attempts: "Too many attempts. Wait a minute, then try again.",
  set_up_done: "The console is set up already. Sign in instead.",
  forbidden: "You may look at this, but not change it.",
  cross_site: "The request came from another site and was not taken.",
  not_found: "This console knows nothing by that id.",
  method_not_allowed: "This can't be done here.",
  conflict: "Somebody changed this in the meantime. Look at it again, then decide.",
  version_mismatch: "Somebody saved this in the meantime. Load it again; what you typed stays here.",
  moved_since_seen: "This moved since you looked. Look at it again, then decide.",
  wrong_state: "This is no longer possible in the state that it has reached.",
  already_exists: "This exists already.",
  outcome_unknown: "It was sent and no reply came. It may have happened; it won't be sent again.",
  standard_index_read_only:
    "The standard index is read-only. Nothing was sent to the service. Set the value in a directory instead.",
  cannot_encode: "The profile has no way to write this value to the service.",
  body_too_large: "This is too much at once. Send it in parts.",
  unsupported_media_type: "The console sent something that the server doesn't read.",
  service_unreachable: "The service can't be reached. What is shown is as of its last reading.",
  service_timeout: "The service did not answer in time. What is shown is as of its last reading.",
  service_refused: "The service refused the request.",
  service_answer_invalid: "The service answered with something that the profile can't read.",
  service_paused: "Calls to the service are paused after several failures; they start again by themselves.",
  store_unavailable: "The console's store can't be reached. Nothing was changed.",
  internal: "Something failed on the server. Nothing is known to have changed.",
};
