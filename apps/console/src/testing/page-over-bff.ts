import { builtinEnvironments, type Environment } from "vitest/runtime";

const nodes = [
  "AbortController",
  "AbortSignal",
  "URL",
  "URLSearchParams",
  "Headers",
  "Request",
  "Response",
  "FormData",
  "Blob",
  "fetch",
] as const;

/** jsdom for the console and Node's own web classes for the server, in one process. */
const pageOverBff: Environment = {
  name: "page-over-bff",
  // Modules are resolved as on a server, so that the bff finds the files beside its modules.
  viteEnvironment: "ssr",
  setup: async (global, options) => {
    const descriptors = nodes.map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const);
    const page = await builtinEnvironments.jsdom.setup(global, options);
    for (const [name, descriptor] of descriptors)
      if (descriptor !== undefined) Object.defineProperty(globalThis, name, { ...descriptor, configurable: true });
    return page;
  },
};

export default pageOverBff;
