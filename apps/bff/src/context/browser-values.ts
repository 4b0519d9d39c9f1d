/**
 * What a browser keeps for the server beside its session: what each is sealed for, in which cookie it lies, and for how many
 * seconds it counts.
 */
export const browserValues = {
  /** On which device an account was entered before. It lets nobody in by itself, and stays after signing out. */
  device: { sealedFor: "known device", cookie: "directory_console_device", lastsS: 180 * 24 * 60 * 60 },
  /** Whose password was right, until the code. */
  secondStep: { sealedFor: "second step", cookie: "directory_console_second_step", lastsS: 5 * 60 },
  /** The challenge that a passkey is to answer. */
  passkey: { sealedFor: "passkey", cookie: "directory_console_passkey", lastsS: 5 * 60 },
  /** What binds the answer of the identity provider to the browser that asked. */
  authorization: { sealedFor: "identity provider", cookie: "directory_console_authorization", lastsS: 10 * 60 },
} as const;

export type BrowserValue = keyof typeof browserValues;
