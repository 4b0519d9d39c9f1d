import { isRawNumber, type RawNumber } from "./exact-number.ts";

export type Json = null | boolean | number | RawNumber | string | Json[] | JsonObject;
export type JsonObject = { [key: string]: Json };

export function isJsonObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !isRawNumber(value);
}

/** Sets an own property even where the key is `__proto__`, which plain assignment would take for the prototype. */
export function setOwn<Value>(target: { [key: string]: Value }, key: string, value: Value): void {
  if (key === "__proto__") {
    Object.defineProperty(target, key, {
      value,
      enumerable: true,
      configurable: true,
      writable: true,
    });
  } else {
    target[key] = value;
  }
}

export function getOwn<Value>(source: { [key: string]: Value }, key: string): Value | undefined {
  return Object.hasOwn(source, key) ? source[key] : undefined;
}
