import { code, dotted, table } from "./markdown.ts";
import { endpoint, routeOf, type Writer } from "./writer.ts";
import { objectAt, textAt } from "#/json/path.ts";
import type { RouteSpelling } from "#/spelling/spelling.ts";

/** Stand-alone copies of the data: what they are, and how one is made. */
export async function indexChapter(writer: Writer, routes: readonly RouteSpelling[]): Promise<string[]> {
  const { dialect } = writer;
  const { indices, envelope, ids, headers } = dialect;
  const create = routeOf(routes, "index.create");
  if (!create) throw new TypeError("there is no route for index.create");
  const made = await endpoint(writer, create, {
    title: "Create an index version",
    words: [
      `Needed: ${code(dotted(indices.name))}. The new index version holds all of the standard data, under the same ids.`,
    ],
    asked: {
      method: create.method,
      path: create.path,
      body: objectAt([[[...envelope.request, ...indices.name], "Referrals of Dr. Example"]]),
    },
  });
  const id = textAt(made.answer, [...envelope.resource, ...indices.id]);
  const remove = routeOf(routes, "index.delete");
  const removed = remove
    ? await endpoint(writer, remove, {
        title: "Delete an index version",
        words: ["No body is needed. The index version and its records are gone."],
        asked: { method: remove.method, path: remove.path.replace("{id}", id) },
      })
    : undefined;
  return [
    "## Index versions",
    `An index version is a stand-alone copy of the data, visible to you alone; what you change in one shows nowhere else. ${code(headers.index)} of a request says which one it is about. Ids begin with ${code(ids.index.prefix)}. There are always:`,
    table(
      ["Id", "Is"],
      [
        [code(dialect.standardIndex), "the standard data, which nobody can change"],
        [code(dialect.testIndex), "with a test key, a copy of your own to try writes in"],
      ],
    ),
    table(
      ["Member", "Type", "Means"],
      [
        [code(dotted(indices.id)), "text", "the id"],
        [code(dotted(indices.name)), "text", "the name that it was given, up to 200 letters"],
        [code(dotted(indices.createdAt)), "text", "when it was created"],
      ],
    ),
    made.section,
    ...(removed ? [removed.section] : []),
  ];
}
