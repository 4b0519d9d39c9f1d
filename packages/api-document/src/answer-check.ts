import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";

interface Response {
  readonly $ref?: string;
  readonly content?: { readonly [type: string]: object };
}

interface Operation {
  readonly responses: { readonly [status: string]: Response };
}

export interface ApiDocument {
  readonly paths: { readonly [path: string]: { readonly [method: string]: Operation } };
  readonly components: { readonly responses?: { readonly [name: string]: Response } };
}

export interface Answer {
  method: string;
  /** The path without its query, as it was asked for. */
  path: string;
  status: number;
  contentType: string | null;
  body: string;
}

/** What is answered before it is known which operation a request is for; such an answer is a problem. */
const withoutOperation = new Set([400, 401, 403, 404, 405, 410, 413, 415]);

/** Compares answers with an OpenAPI document: the status, the media type and the body. */
export function createAnswerCheck(document: ApiDocument): (answer: Answer) => string[] {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
  ajv.addSchema({ $id: "document", ...document });
  const validators = new Map<string, ValidateFunction>();
  const validatorAt = (pointer: string): ValidateFunction => {
    const known = validators.get(pointer) ?? ajv.compile({ $ref: `document#${pointer}` });
    validators.set(pointer, known);
    return known;
  };
  const bodyProblems = (pointer: string, body: string): string[] => {
    const validate = validatorAt(pointer);
    if (validate(JSON.parse(body))) return [];
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) => `${instancePath}: ${message} ${JSON.stringify(params)}`,
    );
  };
  const templates = Object.keys(document.paths).map((template) => ({ template, segments: template.split("/") }));

  return ({ method, path, status, contentType, body }) => {
    const template = templateOf(templates, path);
    const operation = template === undefined ? undefined : document.paths[template]?.[method.toLowerCase()];
    if (template === undefined || operation === undefined) {
      if (!withoutOperation.has(status)) return [`no operation answers ${status}`];
      return bodyProblems("/components/schemas/Problem", body);
    }
    const response = operation.responses[String(status)];
    if (response === undefined) return [`${status} is not in the document`];
    const shared = response.$ref?.split("/").at(-1);
    const { content = {} } = shared === undefined ? response : (document.components.responses?.[shared] ?? {});
    const types = Object.keys(content);
    if (types.length === 0) return body === "" ? [] : [`${status} has a body, which the document does not describe`];
    const type = types.find((known) => contentType?.split(";")[0] === known);
    if (type === undefined) return [`${status} has the type ${contentType} in place of ${types.join(" or ")}`];
    // A text says nothing that a schema describes.
    if (!type.endsWith("json")) return [];
    const own = ["paths", template, method.toLowerCase(), "responses", String(status)];
    const steps = shared === undefined ? own : ["components", "responses", shared];
    return bodyProblems([...steps, "content", type, "schema"].map((step) => `/${escaped(step)}`).join(""), body);
  };
}

interface Template {
  template: string;
  segments: readonly string[];
}

/** The path of the document that fits; one with fewer parameters comes before one with more. */
function templateOf(templates: readonly Template[], path: string): string | undefined {
  const asked = path.split("/");
  const parameters = ({ segments }: Template) => segments.filter((segment) => segment.startsWith("{")).length;
  return templates
    .filter(
      ({ segments }) =>
        segments.length === asked.length &&
        segments.every((segment, at) => (segment.startsWith("{") ? asked[at] !== "" : segment === asked[at])),
    )
    .toSorted((one, other) => parameters(one) - parameters(other))[0]?.template;
}

/** A step of a JSON Pointer in a URI fragment. */
function escaped(step: string): string {
  return encodeURIComponent(step.replaceAll("~", "~0").replaceAll("/", "~1"));
}
