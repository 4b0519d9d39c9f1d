import { collectionPath, kindsOf, type Dialect } from "./dialect.ts";
import type { Operation, Route } from "./spelling.ts";

/** The endpoints of a dialect. */
export function routesOf(dialect: Dialect): Route[] {
  const { slots, patients, appointments, indices, lists, readStatus, writes } = dialect;
  const readRoute = (operation: Operation, path: string, index: "accepted" | "refused"): Route => ({
    operation,
    method: "GET",
    path,
    status: readStatus,
    index,
  });
  const creationRoute = (operation: Operation, path: string, index: "accepted" | "refused"): Route => ({
    operation,
    ...writes.create,
    path,
    index,
  });
  const routes: Route[] = [
    readRoute({ name: "slots.list" }, slots.path, "accepted"),
    readRoute({ name: "patient.find" }, patients.path, "refused"),
    creationRoute({ name: "patient.create" }, patients.path, "refused"),
    creationRoute({ name: "appointment.create" }, appointments.path, "accepted"),
    creationRoute({ name: "index.create" }, indices.path, "refused"),
    { ...removal(dialect, { name: "index.delete" }, indices.path), index: "refused" },
  ];
  if (indices.reads) routes.push(readRoute({ name: "index.read" }, `${indices.path}/{id}`, "refused"));
  if (indices.lists !== "none") routes.push(readRoute({ name: "index.list" }, indices.path, "refused"));
  if (lists.practitioners)
    routes.push(
      readRoute({ name: "record.list", kind: "practitioner" }, collectionPath(dialect, "practitioner"), "accepted"),
    );
  if (lists.schedules === "query")
    routes.push(readRoute({ name: "record.list", kind: "schedule" }, collectionPath(dialect, "schedule"), "accepted"));
  if (lists.schedules === "path")
    routes.push(readRoute({ name: "record.list", kind: "schedule" }, schedulesOfPath(dialect), "accepted"));
  if (dialect.records.plan)
    routes.push(readRoute({ name: "record.list", kind: "plan" }, collectionPath(dialect, "plan"), "accepted"));
  for (const path of new Set(dialect.lookUps.map((lookUp) => lookUp.path)))
    routes.push(readRoute({ name: "record.find", kind: "practitioner" }, path, "accepted"));
  for (const kind of kindsOf(dialect)) {
    const collection = collectionPath(dialect, kind);
    routes.push(readRoute({ name: "record.read", kind }, `${collection}/{id}`, "accepted"));
    if (kind === "plan") continue;
    const { create, update } = dialect.writes;
    routes.push(
      {
        operation: { name: "record.create", kind },
        ...create,
        path: collection,
        index: "written",
        requiresWrites: true,
      },
      {
        operation: { name: "record.update", kind },
        method: update.method,
        status: update.status,
        path: `${collection}/{id}`,
        index: "written",
        requiresWrites: true,
      },
      removal(dialect, { name: "record.delete", kind }, collection),
    );
  }
  return routes;
}

/** The path of the list of one practitioner's schedules, where the path names the practitioner. */
export function schedulesOfPath(dialect: Dialect): string {
  return `${collectionPath(dialect, "practitioner")}/{id}/${dialect.records.schedule.collection}`;
}

function removal({ writes: { remove } }: Dialect, operation: Operation, collection: string): Route {
  return {
    operation,
    method: remove.method,
    path: `${collection}/{id}${remove.suffix}`,
    status: remove.status,
    index: "written",
    requiresWrites: true,
  };
}
