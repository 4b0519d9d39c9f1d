import { type Context, use } from "react";

/** The value of a context of which there is one for the whole page. */
export function useRequiredContext<Value>(context: Context<Value | null>): Value {
  const value = use(context);
  if (value === null) throw new Error("A provider is missing above this component.");
  return value;
}
