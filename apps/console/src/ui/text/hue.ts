/** A hue means a verdict or a state, nothing else; `ink` and `quiet` are the greys. */
export type Hue = "ours" | "moved" | "conflict" | "outside" | "held" | "ok" | "ink" | "quiet";
