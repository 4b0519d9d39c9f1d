const console = { kind: "console", name: "Directory Console" } as const;

/** The console as the author of what it does without a request. */
export const consoleActors = {
  approvals: { ...console, id: "approvals" },
  /** Reads what is applied, where that was read too long ago. */
  checker: { ...console, id: "checker" },
  /** Stages proposals as drafts of the console, which people apply or discard. */
  follower: { ...console, id: "follower" },
  creations: { ...console, id: "creations" },
  deletions: { ...console, id: "deletions" },
  /** Gives the roles of somebody's groups at the provider. */
  identityProvider: { ...console, id: "identity-provider" },
  /** Whoever runs the server, by a command on its machine. */
  operator: { kind: "console", name: "The operator of the server", id: "operator" },
  retention: { ...console, id: "retention" },
  rosterImports: { ...console, id: "roster-imports" },
  sender: { ...console, id: "sender" },
  start: { ...console, id: "start" },
} as const;
