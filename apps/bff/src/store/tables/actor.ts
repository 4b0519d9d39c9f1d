/** Who did it, as it is kept: a person of ours, a token, or the console itself. */
export interface Actor {
  kind: "person" | "token" | "console";
  id: string;
  name: string;
}
