import { ListedPerson } from "@dc/contract";
import { z } from "zod";
import { CONNECTION_ID } from "#/operations/connection/save.ts";
import type { TestApp } from "#/testing/app.ts";

/** Gives a person roles by the API, as whoever `signedIn` is and having seen those of now. */
export async function giveRoles(
  signedIn: TestApp["signedIn"],
  personId: string,
  roles: unknown,
  connectionId = CONNECTION_ID,
): Promise<Response> {
  const people = await signedIn("GET", "/api/v1/people?limit=100");
  if (!people.ok) return people;
  const { items } = z.looseObject({ items: z.array(ListedPerson) }).parse(await people.json());
  const rolesVersion = items.find(({ id }) => id === personId)?.rolesVersion ?? "";
  return await signedIn("PUT", `/api/v1/people/${personId}/roles/${connectionId}`, { roles, rolesVersion });
}
