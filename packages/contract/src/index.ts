export * from "./errors.ts";
export * from "./ids.ts";
export * from "./page.ts";
export * from "./session.ts";
export * from "./tokens.ts";
