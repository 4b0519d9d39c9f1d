import type { PeoplePage } from "@dc/contract";
import { listQuery } from "#/api/list-query.ts";

const peopleKey = "people";

export const peopleQuery = (q: string) => listQuery<PeoplePage>({ key: [peopleKey], to: "/people", query: { q } });
