import { collectionPath, kindsOf, type Dialect } from "./dialect.ts";
import type { Operation, RouteSpelling } from "./spelling.ts";

/** The endpoints of a dialect. */
export function routesOf(dialect: Dialect): RouteSpelling[] {
  const { slots, patients, appointments, indices, lists, readStatus } = dialect;
  const read = (operation: Operation, path: string, index: "taken" | "refused"): RouteSpelling => ({
    operation,
    method: "GET",
    path,
    status: readStatus,
    index,
  });
  const routes: RouteSpelling[] = [
    read({ name: "slots.list" }, slots.path, "taken"),
    read({ name: "patient.find" }, patients.path, "refused"),
    {
      operation: { name: "patient.create" },
      method: patients.create.method,
      path: patients.path,
      status: patients.create.status,
      index: "refused",
    },
    {
      operation: { name: "appointment.create" },
      method: appointments.create.method,
      path: appointments.path,
      status: appointments.create.status,
      index: "taken",
    },
    {
      operation: { name: "index.create" },
      method: indices.create.method,
      path: indices.path,
      status: indices.create.status,
      index: "refused",
    },
    { ...removal(dialect, { name: "index.delete" }, indices.path), index: "refused" },
  ];
  if (lists.practitioners)
    routes.push(read({ name: "record.list", kind: "practitioner" }, collectionPath(dialect, "practitioner"), "taken"));
  if (lists.schedulesOf === "query")
    routes.push(read({ name: "record.list", kind: "schedule" }, collectionPath(dialect, "schedule"), "taken"));
  if (lists.schedulesOf === "path")
    routes.push(read({ name: "record.list", kind: "schedule" }, schedulesOfPath(dialect), "taken"));
  if (dialect.records.plan)
    routes.push(read({ name: "record.list", kind: "plan" }, collectionPath(dialect, "plan"), "taken"));
  for (const kind of kindsOf(dialect)) {
    const collection = collectionPath(dialect, kind);
    routes.push(read({ name: "record.read", kind }, `${collection}/{id}`, "taken"));
    if (kind === "plan") continue;
    const { create, update } = dialect.writes;
    routes.push(
      { operation: { name: "record.create", kind }, ...create, path: collection, index: "written", dialled: true },
      {
        operation: { name: "record.update", kind },
        method: update.method,
        status: update.status,
        path: `${collection}/{id}`,
        index: "written",
        dialled: true,
      },
      removal(dialect, { name: "record.delete", kind }, collection),
    );
  }
  return routes;
}

export function schedulesOfPath(dialect: Dialect): string {
  return `${collectionPath(dialect, "practitioner")}/{id}/${dialect.records.schedule.collection}`;
}

function removal({ writes: { remove } }: Dialect, operation: Operation, collection: string): RouteSpelling {
  return {
    operation,
    method: remove.method,
    path: `${collection}/{id}${remove.suffix}`,
    status: remove.status,
    index: "written",
    dialled: true,
  };
}
