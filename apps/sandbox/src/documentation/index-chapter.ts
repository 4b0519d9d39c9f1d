import { objectAt, textAt } from "#/json/path.ts";
import type { IndexVersionKind } from "#/settings/index-version-kind.ts";
import { endpointSection, findRoute, requireRoute, type PageContext } from "./endpoint-section.ts";
import { code, dotted, table } from "./markdown.ts";

const whatItIs: Readonly<Record<IndexVersionKind, string>> = {
  copy: "An index version is an independent copy of the data that only you can see.",
  "overlay-by-field":
    "An index version is your own view of the data, which only you can see. A field says what the standard data says until you write it in the index version.",
  "overlay-by-record":
    "An index version is your own view of the data, which only you can see. A record says what the standard data says until you write it in the index version; from then on all of it is independent.",
};

/** Index versions: what they are, and how one is created and deleted. */
export async function indexChapter(context: PageContext): Promise<string[]> {
  const { dialect } = context;
  const { indices, envelope, ids, headers } = dialect;
  const create = requireRoute(context, "index.create");
  const created = await endpointSection(context, create, {
    title: "Create an index version",
    paragraphs: [
      `${code(dotted(indices.name))} is required. The new index version contains all standard data under the same ids.`,
    ],
    example: {
      method: create.method,
      path: create.path,
      body: objectAt([[[...envelope.request, ...indices.name], "Referrals of Dr. Example"]]),
    },
  });
  const id = textAt(created.body, [...envelope.resource, ...indices.id]);
  const read = findRoute(context, "index.read");
  const reading = read
    ? await endpointSection(context, read, {
        title: "Read an index version",
        paragraphs: [],
        example: { method: read.method, path: read.path.replace("{id}", id) },
      })
    : undefined;
  const list = findRoute(context, "index.list");
  const listing = list
    ? await endpointSection(context, list, {
        title: "List index versions",
        paragraphs: [
          indices.lists === "all"
            ? "Returns the index versions of your own, with the standard one and the one for trying writes."
            : "Returns the index versions that you created.",
        ],
        example: { method: list.method, path: list.path },
      })
    : undefined;
  const remove = findRoute(context, "index.delete");
  const removed = remove
    ? await endpointSection(context, remove, {
        title: "Delete an index version",
        paragraphs: ["No body is required. The index version is deleted together with its records."],
        example: { method: remove.method, path: remove.path.replace("{id}", id) },
      })
    : undefined;
  return [
    "## Index versions",
    `${whatItIs[dialect.indexVersions]} A change in one index version affects no other. The header ${code(headers.index)} selects the index version of a request. Ids of index versions begin with ${code(ids.index.prefix)}. Two index versions always exist:`,
    table(
      ["Id", "Description"],
      [
        [code(dialect.standardIndex), "the standard data, which is read-only"],
        [code(dialect.testIndex), "with a test key only: your own copy, for trying writes"],
      ],
    ),
    table(
      ["Field", "Type", "Description"],
      [
        [code(dotted(indices.id)), "string", "the id"],
        [code(dotted(indices.name)), "string", "the name given at creation, up to 200 characters"],
        [code(dotted(indices.createdAt)), "string", "the time of creation"],
      ],
    ),
    created.section,
    ...(reading ? [reading.section] : []),
    ...(listing ? [listing.section] : []),
    ...(removed ? [removed.section] : []),
  ];
}
