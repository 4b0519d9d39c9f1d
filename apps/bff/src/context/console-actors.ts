const console = { kind: "console", name: "Directory Console" } as const;

/** The console itself, as the author of what nobody asked for just now. */
export const consoleActors = {
  /** Stages proposals: drafts of the console's own, which people apply or discard. */
  follower: { ...console, id: "follower" },
  rosterImports: { ...console, id: "roster-imports" },
  sender: { ...console, id: "sender" },
  start: { ...console, id: "start" },
} as const;
