import type { Random } from "#system-tests/random.ts";

export interface JsonSchema {
  readonly [key: string]: unknown;
}

const isObject = (value: unknown): value is JsonSchema =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A random value that a schema of our own document allows. */
export function valueFor(schema: unknown, resolve: (reference: string) => unknown, random: Random, depth = 0): unknown {
  if (!isObject(schema)) return null;
  const again = (inner: unknown) => valueFor(inner, resolve, random, depth + 1);
  if (typeof schema["$ref"] === "string") return depth > 8 ? null : again(resolve(schema["$ref"]));
  if (Array.isArray(schema["enum"])) return random.pick<unknown>(schema["enum"]);
  if ("const" in schema) return schema["const"];
  for (const choice of ["oneOf", "anyOf"])
    if (Array.isArray(schema[choice])) return again(random.pick<unknown>(schema[choice]));
  if (Array.isArray(schema["allOf"]))
    return Object.assign({}, ...schema["allOf"].map((inner: unknown) => again(inner)));
  const type: unknown = Array.isArray(schema["type"]) ? random.pick<unknown>(schema["type"]) : schema["type"];
  switch (type) {
    case "object": {
      const properties = isObject(schema["properties"]) ? schema["properties"] : {};
      const required: unknown[] = Array.isArray(schema["required"]) ? schema["required"] : [];
      const kept = Object.entries(properties).filter(([name]) => required.includes(name) || random.chance(0.5));
      return Object.fromEntries(kept.map(([name, inner]) => [name, again(inner)]));
    }
    case "array":
      return Array.from({ length: Math.max(numberIn(schema, "minItems") ?? 0, random.below(3)) }, () =>
        again(schema["items"]),
      );
    case "integer":
    case "number": {
      const least = Math.max(numberIn(schema, "minimum") ?? 0, -1000);
      return least + random.below(Math.min(numberIn(schema, "maximum") ?? 1000, 1000) - least + 1);
    }
    case "boolean":
      return random.chance(0.5);
    case "string":
      return textFor(schema, random);
    default:
      return null;
  }
}

const strange = [
  "",
  " ",
  "ü",
  "日本語",
  "\u202E",
  "'; drop table change; --",
  "<script>",
  "../../etc",
  "a\r\nb: c",
  "%00",
  "\u{1F600}",
  "=1+1",
  "{{7*7}}",
  "ins_a",
  "idx_standard",
  "idx_test_mode_custom",
  "acceptedInsurances",
  "phones",
  "/practice_areas",
  "practitioner",
  "schedule",
  "a".repeat(300),
];

function textFor(schema: JsonSchema, random: Random): string {
  if (schema["format"] === "date") return random.pick(["2026-11-20", "2026-02-29", "0000-00-00"]);
  if (schema["format"] === "email") return `${random.text(5)}@example.org`;
  const ours = typeof schema["pattern"] === "string" ? /^\^([a-z]{3})_\[/.exec(schema["pattern"])?.[1] : undefined;
  if (ours !== undefined) return `${ours}_${random.text(16)}`;
  return random.chance(0.5) ? random.pick(strange) : random.text(1 + random.below(20));
}

function numberIn(schema: JsonSchema, name: string): number | undefined {
  const value = schema[name];
  return typeof value === "number" ? value : undefined;
}

/** An invalid body: text that is not JSON, a value of another type, an extra key, deep nesting. */
export function mutated(value: unknown, random: Random): string {
  const text = JSON.stringify(value) ?? "";
  switch (random.below(8)) {
    case 0:
      return text.slice(0, random.below(text.length + 1));
    case 1:
      return `${"[".repeat(2000)}${"]".repeat(2000)}`;
    case 2:
      return text.replaceAll(/"[^"]*"/g, () =>
        random.pick([
          '"\\u0000"',
          '"\\ud800"',
          "null",
          "-1e400",
          "1e309",
          "true",
          "[]",
          "{}",
          JSON.stringify(random.pick(strange)),
        ]),
      );
    case 3:
      return text.replace("{", '{"__proto__":{"polluted":true},');
    case 4:
      return `\uFEFF${text}`;
    case 5:
      return text.replaceAll(/\d+/g, () => random.pick(["-1", "1e999", "0.5", "99999999999999999999", '"1"']));
    case 6:
      return random.pick([
        "null",
        "[]",
        '""',
        "0",
        "true",
        "{}",
        "",
        "undefined",
        "NaN",
        "{'a':1}",
        '{"a":1,}',
        '{"a":1}{"b":2}',
      ]);
    default:
      return text.replace("{", `{"${random.text(6)}":${JSON.stringify(random.pick(strange))},`);
  }
}
