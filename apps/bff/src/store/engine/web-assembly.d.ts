export {};

declare global {
  /** What Node has and its types leave to the browser's. */
  namespace WebAssembly {
    interface Module {
      readonly [Symbol.toStringTag]: "WebAssembly.Module";
    }
    function compile(bytes: Uint8Array): Promise<Module>;
  }
}
