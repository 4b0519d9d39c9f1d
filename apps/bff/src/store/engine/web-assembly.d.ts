export {};

declare global {
  /** WebAssembly exists in Node, but is declared only in the browser's types. */
  namespace WebAssembly {
    interface Module {
      readonly [Symbol.toStringTag]: "WebAssembly.Module";
    }
    function compile(bytes: Uint8Array): Promise<Module>;
  }
}
