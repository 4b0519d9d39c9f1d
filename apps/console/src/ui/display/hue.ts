/** The colours of marks by their names in theme/base.css; `ink` and `quiet` are greys. */
export type Hue = "ours" | "moved" | "conflict" | "outside" | "held" | "ok" | "ink" | "quiet";
