import {
  AdoptedIndexVersion,
  AdoptIndexVersionInput,
  CreateIndexVersionInput,
  Creation,
  IndexVersion,
  IndexVersionPage,
  IndexVersionQuery,
  OfferedIndexVersions,
  UpdateIndexVersionInput,
} from "@dc/contract";
import { createIndexVersion } from "#/operations/creations/create.ts";
import { adoptIndexVersion } from "#/operations/index-versions/adopt.ts";
import { getIndexVersion } from "#/operations/index-versions/get.ts";
import { listIndexVersions } from "#/operations/index-versions/list.ts";
import { listOfferedIndexVersions } from "#/operations/index-versions/offered.ts";
import { changeIndexVersion } from "#/operations/index-versions/update.ts";
import { operation, routesOf } from "#/routes/operation.ts";

export function indexVersionRoutes() {
  return routesOf(
    "Index versions",
    operation("read", "listIndexVersions", "GET /index-versions", {
      summary: "List index versions",
      query: IndexVersionQuery,
      answer: [200, "A page of index versions, with the standard and the test index", IndexVersionPage],
      call: ({ context, query }) => listIndexVersions(context, query),
    }),
    operation("apply", "createIndexVersion", "POST /index-versions", {
      summary: "Create an index version in the service",
      body: CreateIndexVersionInput,
      answer: [201, "Created", Creation],
      unless: [
        202,
        "Requested; the reply was lost, and a person or the list of the service has to settle it",
        ({ state }) => state !== "created",
      ],
      problems: [
        "not_found",
        "wrong_state",
        "already_exists",
        "outcome_unknown",
        "service_refused",
        "service_unreachable",
        "service_timeout",
        "service_paused",
      ],
      call: ({ context, body }) => createIndexVersion(context, body),
    }),
    operation({ forAll: "stage" }, "adoptIndexVersion", "POST /index-versions/adopt", {
      summary: "Adopt an existing index version by its id",
      body: AdoptIndexVersionInput,
      answer: [201, "Adopted", AdoptedIndexVersion],
      problems: ["already_exists", "service_refused"],
      call: ({ context, body }) => adoptIndexVersion(context, body),
    }),
    operation({ forAll: "read" }, "listOfferedIndexVersions", "GET /index-versions/offered", {
      summary: "List index versions of the service that are not known here",
      answer: [200, "What the service lists beside those that are known here", OfferedIndexVersions],
      call: ({ context }) => listOfferedIndexVersions(context),
    }),
    operation("read", "getIndexVersion", "GET /index-versions/{indexId}", {
      summary: "Get an index version",
      answer: [200, "The index version", IndexVersion],
      problems: ["not_found"],
      call: ({ context, params }) => getIndexVersion(context, params.indexId),
    }),
    operation("stage", "updateIndexVersion", "PATCH /index-versions/{indexId}", {
      summary: "Update the label, referrer, notes or policy of an index version, or archive it",
      body: UpdateIndexVersionInput,
      answer: [200, "The updated index version", IndexVersion],
      problems: ["not_found", "version_mismatch", "wrong_state", "already_exists", "standard_index_read_only"],
      current: ({ context, params }) => getIndexVersion(context, params.indexId),
      call: ({ context, params, body }) => changeIndexVersion(context, params.indexId, body),
    }),
  );
}
