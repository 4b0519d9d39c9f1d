/** The value of a JSON object's member; undefined for anything that is not an object or lacks it. */
export function member(value: unknown, name: string): unknown {
  return Object.entries(typeof value === "object" && value !== null ? value : {}).find(([key]) => key === name)?.[1];
}
