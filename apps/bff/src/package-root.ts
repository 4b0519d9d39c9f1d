import { fileURLToPath } from "node:url";

/** The folder of this app. Sources and build both lie one folder below it. */
export const packageRoot = fileURLToPath(new URL("..", import.meta.url));
