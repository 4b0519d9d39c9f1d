import type { IndexVersion } from "@dc/contract";

/** Our label where there is one, else the service's name, else the id. */
export function nameOfIndex({
  id,
  name,
  label,
  origin,
}: Pick<IndexVersion, "id" | "name" | "label" | "origin">): string {
  if (label !== null && label !== "") return label;
  if (origin === "standard") return "Standard index";
  if (origin === "test") return "Test index";
  return name ?? id;
}
