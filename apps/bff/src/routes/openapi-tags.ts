const descriptions = {
  Connection: "One service: its address, key, profile and settings. Everything else belongs to a connection.",
  "Index versions": "Directories: index versions with their referrer, creation, settings and deletion.",
  Referrers: "For whom index versions are made.",
  Roster: "The practitioners and schedules that are known in an index version, and imports into it.",
  Practitioners: "Records as an index version and the standard index have them, compared field by field.",
  Changes: "Staging changes, deciding about values, overrides, and what becomes of a single change.",
  "Change sets":
    "Changes that travel together: evidence, review, approval, plan, applying, sending, receipts, reverting.",
  Imports: "Spreadsheets of overrides: preview and staging.",
  Statements: "What somebody told us, found in every directory where it applies.",
  Verifications: "What somebody said is right as it stands, and when to ask again.",
  Briefs: "A directory in sentences for its referrer, links to it, and the answers of their readers.",
  "Shared brief": "What the reader of such a link may call, with its secret alone.",
  "Isolation alarms": "A value that was written to one index version and arrived in another one.",
  Plans: "The plan catalogue: names for the ids of plans.",
  Search: "Finding everything by name, id or phone.",
  "Booking check":
    "Whether a plan would be accepted and which slots are open; in test mode also patients and bookings.",
  Activity: "The journal, the stream of events, the inbox, the overview and its counts.",
  "Page visits": "Who else has a page open.",
  Developer: "Calls to the service, probes of its operations, and the service profile.",
  Tokens: "Access tokens for programs.",
  People: "Who has an account, and the roles that they have.",
  Account: "One's own account: password, second factor, passkeys, sessions.",
  Session: "Signing in and out.",
  Health: "Whether the process lives and its store is ready.",
  API: "This document.",
};

/** What the operations of each tag are about, in the order in which a reader needs them. */
export const openApiTags = Object.entries(descriptions).map(([name, description]) => ({ name, description }));
