/** Who did it, as it is kept: a person of ours, a token, or the console itself. */
export interface Actor {
  kind: "person" | "token" | "console";
  id: string;
  name: string;
}

/** The service's own words of a failure, as they are kept. */
export interface ServiceWords {
  status: number | null;
  code: string | null;
  message: string | null;
  requestId: string | null;
}
