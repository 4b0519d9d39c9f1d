/** What a JSON object holds under a name; undefined for anything else. */
export function member(value: unknown, name: string): unknown {
  return Object.entries(typeof value === "object" && value !== null ? value : {}).find(([key]) => key === name)?.[1];
}
