/** The caller asked for what the client never does, and nothing was sent. */
export class InvalidCallError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "InvalidCallError";
  }
}
