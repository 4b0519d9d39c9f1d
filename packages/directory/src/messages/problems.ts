/** A sentence, beside what its field should have been where it is about one. `{name}` stands for what is given. */
export type Problem = string | readonly [sentence: string, field: string] | ((given: never) => string);

/** Of many changes, those of the steps before were settled. */
interface InPart {
  done: number;
  of: number;
  /** Why the rest was not. */
  sentence: string;
}

/** Those of many values that were refused, with the sentence of the first. */
interface Refused {
  count: number;
  of: number;
  sentence: string;
}

/** The words of every refused request, by the API's code. */
export const problems = {
  already_exists: {
    "answered-once":
      "This request had its effect at {at} (see {subject}, request {requestId}), and its answer is not kept.",
    "creation-request": "This creation was already requested again.",
    "e-mail-address": [
      "An account with this e-mail address exists already.",
      "belongs to an account already; give that person a role instead",
    ],
    "identity-provider-account":
      "You are known at {label} as somebody who has another account here. Sign in to that one.",
    "index-version": "Index version {indexId} is already known here.",
    passkey: "This passkey was added already.",
    record: "The {type} {id} already exists.",
    "referrer-name": [
      "A referrer named “{name}” exists already.",
      "is the name of another referrer: choose that one, or add another one with this name",
    ],
  },
  body_too_large: {
    body: "The body exceeds the size limit.",
    "body-limit": "The body exceeds the limit of {mebibytes} MiB. Send less at once: split a file, and send the parts.",
    "sheet-bytes": [
      "The file has {megabytes} MB, and at most {most} MB are read. Split it, and import the parts.",
      "must be a file of at most {most} MB",
    ],
    spreadsheet: ["{problem}", "must hold less: split the file, and import the parts"],
    "too-many-changes": [
      "The file would stage {count} changes; one change set takes {most}.",
      "must change less: split the file, and import the parts",
    ],
  },
  cannot_encode: { value: ["The service profile cannot express this value: {problem}.", "{problem}"] },
  conflict: {
    "idempotency-key": "This Idempotency-Key was sent with another body before. Send another request with a new key.",
    "runbook-page": "The runbook has changed since you opened it. Read it from the beginning.",
    "stranded-overrides":
      "This profile lacks fields that have overrides or drafts. To save it anyway, set acceptsStranded to true. The profile in force is unchanged.",
  },
  cross_site: {
    "console-header":
      "Send the header {header}: 1 with every request that changes something, unless it is made with a token.",
    "other-site":
      "The request comes from another site. If people reach the console under another address, set PUBLIC_URL to that address.",
  },
  forbidden: {
    "administered-elsewhere": "{name} has a role in a connection that you do not administer. Ask its administrator.",
    "every-referrer": "This concerns every referrer of the connection, and your role is limited to some of them.",
    "limited-to-referrers": "Only somebody who is not limited to some referrers can say which index version it became.",
    "link-ended": "This link was used, has ended or was withdrawn. Ask for a new one.",
    "other-connection": "You can give roles only in connections that you administer.",
    "approver-settles":
      "Readers get this already, so only somebody who may approve can decide about it. Tokens are refused.",
    "asked-by-another": "Only whoever asked for this, or somebody who may approve it, can drop it.",
    "share-link-alone": "The link of a brief opens that brief, and nothing else.",
    "approver-applies": "Only somebody who may approve this can apply it on what was read last. Tokens are refused.",
    "person-settles": "A token can withdraw changes of its own, or split them off. The rest is for a person.",
    "person-only": "Only a signed-in person can do this. Tokens are refused.",
    "request-of-another": "Somebody else asked for these changes; only they can withdraw that.",
    role: "This needs the role {roles}.{rolesHeld}",
    "role-in-index-version": "In this index version you need the role {roles} for this.",
    "set-up-link": "This set-up link is not valid. The newest one is printed when the console starts.",
  },
  gone: { address: "This address has moved to {to}." },
  identity_provider_unreachable: { "no-answer": "{label} does not answer. Try again, or sign in another way." },
  insufficient_scope: { scope: "The token needs the scope {scope} for this." },
  internal: { "log-has-details": "An internal error occurred. The log has the details under this request id." },
  invalid_request: {
    "address-text": "The address contains a character that cannot be stored.",
    "api-key": ["The service does not take this key. {outcome}", "{problem}"],
    "authenticator-code": [
      "The code is wrong.",
      "must be the code that the app shows now; check the time of the phone",
    ],
    "base-address": "This base address cannot be used.",
    "body-depth": ["The body is nested deeper than {most} levels.", "must be nested at most {most} levels deep"],
    "body-not-taken": ["This operation takes no body.", "must be left out: this operation takes no body"],
    "body-text": "The body contains text that cannot be stored.",
    change: ["Change {number} cannot be staged: {subject} {problem}.", "{problem}"],
    "common-password": [
      "This password is one of the most common ones.",
      "must not be one of the 3,000 most common passwords; several unrelated words are good",
    ],
    connection: "The connection was not changed.",
    "connection-test": "The connection cannot be tested like this.",
    "created-record-id": ["This change cannot be settled this way: the record's id {problem}.", "{problem}"],
    "current-password": ["The current password is wrong.", "is not your password"],
    cursor: ["The cursor does not belong to this list.", "must be the nextCursor of a page of this list"],
    "directory-name": ["Type the name of the directory: {name}", "must be the name of the directory: {name}"],
    "evidence-date": "The evidence has a date that is not possible.",
    "guessable-password": [
      "This password is easy to guess.",
      "must be more than a name, an address, a common word or a row of keys; several unrelated words are good",
    ],
    "idempotency-key": ["This Idempotency-Key cannot be used.", "must be 1 to 255 visible ASCII characters"],
    "much-unseen": [
      "At most {most} records are read for a request. Say what was seen of the others.",
      "must have what was seen: at most {most} records are read for a request",
    ],
    "incomplete-creation": "Change {number} cannot be staged: creation of a {type} requires {fields}.",
    json: ["The body is not valid JSON.", "must be valid JSON"],
    "new-connection": "The connection cannot be added like this.",
    "no-referrer": ["Your role is limited to some referrers.", "Choose the referrer that it is for."],
    origin: "Passkeys are for browsers: the request names no origin.",
    "other-change-set": ["One of the changes is not in this change set.", "must be a change of this change set"],
    "other-referrer": ["Your role is limited to some referrers.", "Choose one of yours by its id."],
    owner: ["The owner is not known.", "is not the id of a person whom you see"],
    passkey: [
      "This passkey was not made for this console just now.",
      "must answer the challenge that was given, and verify its owner",
    ],
    profile: "The profile is not valid. The profile in force is unchanged.",
    reason: ["This change set has no reason.", "must not be empty: give a reason"],
    "reason-to-take-back": [
      "Readers get this already, so that taking it back needs a reason.",
      "must not be empty: give a reason to take it back",
    ],
    referrer: ["This referrer is not known.", "is not the id of a referrer that you see"],
    roles: "These roles cannot be given.",
    "review-node": [
      "This review has no such group or line.",
      "must be the key of a group or line, as the review lists it now",
    ],
    reviewer: ["They cannot review this change set.", "is not the id of somebody who may approve all of it"],
    "roster-line": ["{problem}", "{problem}"],
    "schedule-past": ["A change set can be scheduled only for a later hour.", "must be later than now"],
    "until-past": ["The last day of an override cannot be in the past.", "must be today or later"],
    "second-factor-code": [
      "The code is wrong, or was used before.",
      "must be a code that the app shows now, or an unused recovery code",
    ],
    "split-off": ["These changes cannot be split off.", "{problem}"],
    "statement-fact": ["Fact {number} cannot be stated: {problem}.", "{problem}"],
    "token-referrers": "Not every referrer is known.",
    "token-scopes": "A token cannot do more than its owner.",
    "columns-of-headings": ["A mapping needs one entry for each heading.", "must be as many as `headings`"],
    spreadsheet: ["{problem}", "must be a spreadsheet that can be read"],
    "too-many-entries": [
      "More than {most} entries match, which is the most that one export holds.",
      "must leave fewer entries, such as those of one month",
    ],
    "too-many-lines": ["{what} takes at most {most} lines; this one has {lines}.", "must have at most {most} lines"],
    "utf-8": ["The body is not valid UTF-8.", "must be encoded in UTF-8"],
    "value-of-field": ["The value does not fit the field: {problem}.", "{problem}"],
  },
  invalid_token: {
    "share-link-only": "Only the link of a brief opens this.",
    "share-link": "This link has ended or was revoked. Ask whoever sent it for a new one.",
    token: "This token is unknown, expired or revoked.",
  },
  method_not_allowed: { methods: "This address only allows {methods}." },
  approval_required: {
    "approval-needed": ({ waiting, needed }: { waiting: number; needed: string }) =>
      `Nothing was applied: ${waiting === 1 ? "1 change needs" : `${waiting} changes need`} ${needed} first.`,
  },
  ground_not_read: {
    changes: ({ count }: { count: number }) =>
      `${count === 1 ? "1 change was" : `${count} changes were`} decided on a value that cannot be read now. Try again, or apply on what was read last.`,
  },
  moved_since_seen: {
    changes: ({ count, sentence }: { count: number; sentence: string }) =>
      `${count === 1 ? "The value that 1 change was decided on has" : `The values that ${count} changes were decided on have`} changed since. ${sentence}`,
    "live-overrides": ({ live }: { live: number }) =>
      `The directory has ${live === 1 ? "one live override" : `${live} live overrides`} by now. Look at ${live === 1 ? "it" : "them"} before it is deleted.`,
    preview: "The file or a directory has changed since the preview. Preview it again.",
    "other-draft": [
      "{by} staged another change of {of} in the meantime. Look at it; stage again to replace it.",
      "must name the drafts that are replaced",
    ],
    plan: "What would be sent or held is no longer what the plan said. Look at the plan as it is now.",
    "keep-ours": ({ count }: { count: number }) =>
      `Nothing was settled: ${count === 1 ? "1 change is" : `${count} changes are`} about a phone that is gone, and none is in its place. Stage another value, take what is there, or split it off.`,
    "settled-in-part": ({ done, of, sentence }: InPart) =>
      `${done} of ${of} were settled, and the rest was not. ${sentence}`,
    "standard-value": [
      "This is not the standard value: {value}. Omit it to use the standard value.",
      "must be the value of the standard index, or be omitted",
    ],
    value: ["{of} has changed since you looked: {value}.", "must be the current value of the field"],
    values: ({ count, of, sentence }: Refused) =>
      `${count} of ${of} have changed since you looked, so nothing was decided. The first: ${sentence}`,
  },
  not_found: {
    address: "No resource exists at this address.",
    alarm: "Alarm not found.",
    change: "Change not found.",
    "change-set": "Change set not found.",
    "change-set-in-index-version": "Change set not found in this index version.",
    comment: "Comment not found.",
    connection: "No connection has this id.",
    creation: "Creation not found.",
    decision: "Decision not found.",
    deletion: "No deletion of this index version was asked for.",
    field: "Field {field} not found in this record.",
    fields: ({ count, of, sentence }: Refused) =>
      `${count} of ${of} are not fields of these records, so nothing was decided. The first: ${sentence}`,
    "field-of-change": ["Field {field} not found in this record.", "must be a field of the record"],
    "identity-provider": "This console has no identity provider. Sign in with a password.",
    "index-version": "Index version {indexId} not found.",
    line: "Line {number} not found in this import.",
    link: "There is no link to withdraw.",
    page: ["This page is not known.", "must be a directory, practitioner or change set that you see"],
    passkey: "Passkey not found, or removed already.",
    person: "Person not found.",
    "profile-revision": "Profile revision not found.",
    "record-type": "Record type {type} not found. The profile has {recordTypes}.",
    referrer: "Referrer not found.",
    "roster-import": "Roster import not found.",
    "plan-import": "Import of plan names not found. The newest 50 are kept.",
    claim: "There is no such answer. It may have been taken back.",
    "share-link": "There is no such link. It may have been revoked.",
    "brief-change": "The brief does not tell this change of the practitioner. Reload it.",
    "roster-record": "The {type} {id} is not in this roster.",
    samples: "No samples are available for this service.",
    session: "Session not found, or ended already.",
    "this-index-version": "There is no such index version.",
    token: "Token not found, or already revoked.",
  },
  not_signed_in: { "sign-in": "Sign in to continue." },
  outcome_unknown: {
    "booking-of-slot":
      "A booking of this slot was sent, and its outcome is not known. It is not sent again within {hours} hours.",
    "booking-sent": "This request was already sent. It is not sent again.",
    creation:
      "An index version named “{name}” was requested, and it is not known whether it was created. Settle that creation first.",
  },
  service_refused: { "index-version": ["{problem}", "is not an index version that the service knows for this key"] },
  service_unreachable: {
    "index-version": "{problem} It is not known whether {indexId} exists. Try again.",
    key: "The key could not be tried: {problem} {outcome}",
    record: "{type} {id} has not been read in {indexId}, and cannot be read now.",
    "service-check": "{problem}.",
  },
  set_up_done: { "administrator-exists": "An administrator already exists. Sign in." },
  sign_in_failed: {
    "account-to-link": "Sign in to the account that you want to link, and begin again.",
    "e-mail-address-not-linked":
      "An account with your e-mail address is not linked with {label}. Sign in to it and link it, or ask an administrator for an invitation.",
    "no-group-with-role":
      "None of your groups at {label} has a role here. If you have an account, sign in to it and link it; else ask an administrator for an invitation.",
    "no-verified-e-mail-address": "{label} did not give a verified e-mail address for you, and an account needs one.",
    "not-linked":
      "No account that may sign in is linked with you at {label}. If you have one, sign in to it and link it; else ask an administrator for an invitation.",
    "other-browser": "This browser did not ask {label} for this, or more than ten minutes ago. Sign in again.",
    "passkey-answer-used": "This sign-in was already used. Begin again.",
    "passkey-time": "The time for the passkey is over. Begin again.",
    password: "The e-mail address or the password is wrong.",
    "provider-answer": "{label} did not let you in, or its answer is not valid. Sign in again.",
    "provider-answer-used": "This sign-in was already used. Sign in again.",
    "second-factor-code": [
      "The code is wrong, or was used before.",
      "must be a code that the app shows now, or an unused recovery code",
    ],
    "unknown-passkey": "No account that may sign in has this passkey. Sign in another way; it may have been removed.",
  },
  standard_index_read_only: {
    "index-version":
      "The standard index is read-only. Nothing was sent or saved. Make the change in an index version of your own.",
  },
  too_many_attempts: {
    "answers-wait": "200 answers of this link wait to be read. Call instead.",
    wait: "Too many attempts. Try again in {wait}.",
  },
  unsupported_media_type: {
    "content-encoding": "Send the body without a Content-Encoding.",
    json: "Send the body as application/json.",
  },
  version_mismatch: {
    change: "This change was changed in the meantime. Reload it and try again.",
    "change-of-change-set": "One of the changes was changed in the meantime. Reload the change set and try again.",
    "change-set": "This change set was changed in the meantime. Reload it and try again.",
    connection: "Somebody else changed this connection in the meantime. Load it again.",
    "index-version": "This index version was changed in the meantime. Reload it and try again.",
    override: "This override was changed in the meantime. Reload it and try again.",
    "settled-in-part": ({ done, of, sentence }: InPart) =>
      `${done} of ${of} were settled, and the rest was not. ${sentence}`,
    "override-sent": "This override was sent or withdrawn in the meantime. Reload it and try again.",
    "profile-revision": "Revision {number} was saved in the meantime. Review it, then save again.",
    referrer: "The referrer was changed in the meantime. Load it again.",
    roles: "Somebody else gave {name} other roles in the meantime. Load the person again.",
  },
  in_progress: {
    "change-set":
      "What this change set was decided on is being read before it is applied. Wait for that, or cancel it.",
    "idempotency-key": "The first request with this Idempotency-Key is still being answered.",
  },
  set_empty: {
    "nothing-to-apply": "This change set has no changes to apply.",
    "nothing-to-stage": "Nothing was staged: the directories say all of this already.",
    "no-changes": "This change set has no changes.",
  },
  set_ended: {
    "nothing-applicable": "This change set has no changes that can be applied.",
    "nothing-open": "All changes of this change set are applied or have ended.",
    "all-ended": "All changes of this change set have ended.",
  },
  wrong_state: {
    "account-not-linked": "Your account is not linked with {label}.",
    "alarm-settled": "The alarm was already settled.",
    undone: "This was undone already.",
    "alarms-open": ({ open }: { open: number }) =>
      `${open === 1 ? "One isolation alarm is" : `${open} isolation alarms are`} not settled yet.`,
    "claim-moved": "What the directory says has changed since it was read, so this answer verifies nothing. Ask again.",
    "claim-says-wrong": "An answer that something is wrong cannot verify it. Correct it, or dismiss it with a reason.",
    "claim-settled": "Somebody settled this answer already.",
    "already-disabled": "{name} is disabled already.",
    "approval-lost": ({ applied }: { applied: number }) =>
      `Nothing was applied: ${applied === 1 ? "1 change is" : `${applied} changes are`} in review again, since an approval no longer counts.`,
    "at-rest":
      "What this change was decided on has changed. Send it all the same, let it give way, or set another value.",
    "not-scheduled": "This change set is not scheduled.",
    "may-not-apply": "Nothing was applied: {by} may no longer apply this.",
    pause: "Only a change set that is being applied can be paused; this one is {state}.",
    archived: "{label} is archived. Unarchive it before changing it.",
    "ask-outside-review": "You can ask for changes only of what is in review or approved.",
    "author-cannot-see":
      "{author}, whose change set this is, does not see {label}. Stage it in a change set of your own.",
    "beside-deletion": [
      "This change set already deletes the record, so a change of its {field} would have no effect. Discard the deletion first.",
      "must not be given beside the deletion of the record",
    ],
    "change-not-unknown": "Only an unknown change can be settled. This change is {state}.",
    "change-with-alarm": "There is an isolation alarm on this change. Settle the alarm instead.",
    "changes-asked":
      "Changes were asked for in {open} of the changes. Edit them, split them off, or let whoever asked withdraw the request.",
    "import-running": "The lines of this import are still being read. Wait until that is done.",
    "import-not-running": "This import is not being read. Nothing of it is left to stop.",
    "import-taken-back": "This import was taken back. Add the line to the roster instead.",
    "take-back-import":
      "This import can’t be taken back: it was taken back already, it added nothing, or it was made by a version that did not keep what it added.",
    "code-time-over": "The time for the code is over. Sign in with the password again.",
    "choose-of-line": "Line {line} offers no such choice. Read its choices again.",
    "correct-line": "This line was corrected in the meantime, or is being read.",
    "creation-not-unknown": "Only a creation with an unknown outcome can be settled. This one is {state}.",
    "creation-settled": "This creation was settled in the meantime.",
    "not-decidable": ({ count, of, sentence }: Refused) =>
      `${count} of ${of} cannot be decided so, and nothing was decided. The first: ${sentence}`,
    "decided-since": "This value was decided or written in the meantime, so there is nothing to undo.",
    "deleted-already": "The service no longer has this index version.",
    "deleted-in-service": "The service has deleted this index version. Its directory stays archived.",
    "deletion-open": "The deletion of this index version was asked for already. Settle it first.",
    "deletion-settled": "This deletion was settled in the meantime.",
    disabled: "{name} is disabled. Enable the account first.",
    discard: "Only a draft can be discarded. This change is {state}; withdraw it instead.",
    "discard-applied": "Only a draft can be discarded. Withdraw applied changes instead.",
    "edit-decided": "Somebody has decided about this since it was edited, so the edit cannot be undone. Edit it again.",
    "evidence-applied": "Evidence can only be changed before a change set is applied.",
    "evidence-in-review": "Evidence can only be changed in a draft. Edit this change set first.",
    "evidence-approved":
      "What was approved is applied with the evidence that it was approved with. Reopen the change set to change it.",
    "evidence-reviewed":
      "Changes of this set are in review or approved with its evidence. Reopen them, or give the others evidence of their own.",
    "groups-give-roles":
      "The roles of {name} come from groups at {label}. Change the groups there; they count from the next sign-in.",
    "index-version-being-deleted": "{label} is being deleted: its outcome is not known yet.",
    "index-version-deleted": "{label} is deleted. Its changes can be discarded, not applied.",
    "last-administrator": "{name} is the last administrator. Make somebody else an administrator first.",
    "last-connection-administrator":
      "{name} is the last administrator of this connection. Make somebody else an administrator first.",
    "link-of-archived": "{label} is archived, so that a link would open nothing. Unarchive it first.",
    "link-without-referrer":
      "A link is for the referrer of a directory, and this one has none. Choose one in its settings first.",
    "live-mode":
      "This connection is in live mode. Finding or creating patients and booking are only available in test mode.",
    "no-create-operation":
      "Index versions cannot be created from here, because the service profile has no operation createIndexVersion. Add it to the profile, or adopt an existing index version by its id.",
    "no-delete-operation": "The service profile still has no operation deleteIndexVersion.",
    "no-draft": "This change set is no longer a draft.",
    "no-drafts": "This change set has no drafts to review.",
    "no-end": "One of these overrides no longer has a last day. Reload and try again.",
    "no-override": "This value has no override.",
    "none-can-be-reverted": "None of its changes can be reverted. {problem}",
    "not-unread": "Apply this without a time first: only what cannot be read is applied on what was read last.",
    "not-deleted": "The service still has this index version.",
    "not-disabled": "{name} is not disabled.",
    "not-at-rest": "Only changes that are not sent because the service changed can be settled like this.",
    "not-moved": "Nothing that these changes were decided on has moved.",
    "settle-moved": "Only changes that were not applied yet can be settled like this.",
    "not-in-review": "This change set is not in review.",
    "nothing-in-review": "This change set has no changes in review.",
    "nothing-left": "Nothing would be left in this change set. Leave at least one change.",
    "nothing-to-delete":
      "The service says that it has no such index version, so there is nothing to delete. Archive the directory instead.",
    "nothing-to-reset": "This index version does not have the value, so there is nothing to reset.",
    "nothing-to-retry": "This change set has no failed changes.",
    "nothing-to-revert": "This change set has no applied changes to revert.",
    "nothing-to-verify":
      "Nothing was verified: everything that is named has moved and is not settled, says something else by now, or was never read. Look at it again.",
    "taking-back-asked": "Somebody already asked to take back changes of this set. Confirm or drop that request first.",
    "moved-since-asked":
      "What the service says has moved again since this was asked for. Drop the request, look at it and ask again.",
    "nothing-taken-back": "There is no longer a request to take back changes of this set.",
    "nothing-withdrawable": "This change set has no changes that can be withdrawn.",
    "operators-connection": "The operator keeps this connection in the settings of the server; it is changed there.",
    "out-of-use": "This connection is out of use. It can be read; to change anything, take it into use again.",
    overlap: [
      "{field} overlaps {other}, which already has a change. Change {other} instead.",
      "must not contain {other} or lie within it",
    ],
    "own-changes": "You staged these changes. Somebody else has to approve them.",
    "passkey-limit": "You have {most} passkeys. Remove one that you no longer use first.",
    "passkey-sign-in-too-old": "Sign out and in again, and add the passkey within ten minutes.",
    "passkey-time-over": "The time to add this passkey is over. Begin again.",
    "password-link": "This link resets a password. Open it again and choose one.",
    "probe-outside-test-index": "Writes can only be probed in test mode, in the test index.",
    "probe-running": "A probe is already running. Wait until it has finished.",
    "record-not-created":
      "This record is not in the service yet. Withdraw its creation or discard its draft instead of deleting it.",
    "referrer-with-directories": [
      "“{name}” has {directories} not archived.",
      "must be true to archive it all the same",
    ],
    "reject-outside-review": "Only a change that is in review or approved can be rejected.",
    "request-answered": "This request was answered already.",
    "required-field":
      "{doing} would leave {type} {id} without {fields}, which creation of a {type} requires. Give it a value first.",
    resume: "Only a paused change set can be resumed.",
    "reset-of-deletion": "A deletion cannot be reset: the record is gone.",
    "reset-without-previous-value": "The value from before the write is not known, so it cannot be reset.",
    "roster-to-itself": "A roster cannot be copied to its own index version. Choose another one.",
    "second-factor-not-begun": "There is nothing to confirm. Set the second factor up again.",
    "second-factor-on": "The second factor is on already. Turn it off first.",
    "second-factor-set-up": "A second factor was set up meanwhile. Sign in.",
    "send-again": "A change that is {state} cannot be sent again.",
    "sent-again": "This change was sent again already. If that failed too, send that one again.",
    "send-deletion": "Only a held deletion can be sent.",
    "reading-pause": "The reading of old records is paused already.",
    "reading-resume": "The reading of old records is not paused.",
    "connection-pause": "The sending of the connection is paused already.",
    "connection-resume": "The sending of the connection is not paused.",
    "sending-not-stopped": "Sending is not stopped.",
    "set-waits": "What was applied of this set can still be undone. It is sent once that is over.",
    "set-paused":
      "The sending of its change set is paused. Resume the change set, or send the held changes of the set together.",
    "split-off": "A change that is {state} cannot be split off.",
    "test-index": "The test index always exists and cannot be archived.",
    "undo-decision-too-late": "It is too late to undo this decision. Decide again instead.",
    "undo-too-late": "It is too late to undo: the change set is already being sent, or it was not waiting to be sent.",
    withdraw: "A change that is {state} cannot be withdrawn.",
    "withdraw-deletion": "Only a held deletion can be withdrawn.",
  },
} as const satisfies { [code: string]: { [name: string]: Problem } };
