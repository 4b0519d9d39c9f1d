import * as z from "zod/mini";

// The built console reads the contract with this instead of zod's own front, which carries every verb of every schema (9 KiB):
// the same names over the same core, as far as the contract uses them. See contractForParsing in apps/console/vite.config.ts.
type Texts = z.ZodMiniType<string>;
type Numbers = z.ZodMiniType<number>;

interface Verbs {
  nullable(this: z.ZodMiniType): Chained;
  optional(this: z.ZodMiniType): Chained;
  default(this: z.ZodMiniType, value: unknown): Chained;
  array(this: z.ZodMiniType): Chained;
  extend(this: z.ZodMiniObject, shape: z.core.$ZodShape): Chained;
  min(this: Texts | Numbers, least: number): Chained;
  max(this: Texts | Numbers, most: number): Chained;
  positive(this: Numbers): Chained;
  int(this: Numbers): Chained;
  trim(this: Texts): Chained;
  regex(this: Texts, pattern: RegExp): Chained;
  describe(): this;
  meta(): this;
}
type Chained = z.ZodMiniType & Verbs;

const areNumbers = (schema: Texts | Numbers): schema is Numbers => schema.def.type === "number";

const verbs: Verbs = {
  nullable() {
    return chained(z.nullable(this));
  },
  optional() {
    return chained(z.optional(this));
  },
  default(value) {
    return chained(z._default(this, value));
  },
  array() {
    return chained(z.array(this));
  },
  extend(shape) {
    return chained(z.extend(this, shape));
  },
  min(least) {
    return chained(areNumbers(this) ? this.check(z.minimum(least)) : this.check(z.minLength(least)));
  },
  max(most) {
    return chained(areNumbers(this) ? this.check(z.maximum(most)) : this.check(z.maxLength(most)));
  },
  positive() {
    return chained(this.check(z.positive()));
  },
  int() {
    return chained(this.check(z.int()));
  },
  trim() {
    return chained(this.check(z.trim()));
  },
  regex(pattern) {
    return chained(this.check(z.regex(pattern)));
  },
  describe() {
    return this;
  },
  meta() {
    return this;
  },
};

function chained<Schema extends z.ZodMiniType>(schema: Schema): Schema & Verbs {
  return Object.assign(schema, verbs);
}

type Made<Make extends (...given: never[]) => z.ZodMiniType> = (...given: Parameters<Make>) => Chained;

const made =
  <Make extends (...given: never[]) => z.ZodMiniType>(make: Make): Made<Make> =>
  (...given) =>
    chained(make(...given));

export const string = /* @__PURE__ */ made(z.string);
export const number = /* @__PURE__ */ made(z.number);
export const int = /* @__PURE__ */ made(z.int);
export const boolean = /* @__PURE__ */ made(z.boolean);
export const email = /* @__PURE__ */ made(z.email);
export const array = /* @__PURE__ */ made(z.array);
export const record = /* @__PURE__ */ made(z.record);
export const strictObject = /* @__PURE__ */ made(z.strictObject);
export const union = /* @__PURE__ */ made(z.union);
export const discriminatedUnion = /* @__PURE__ */ made(z.discriminatedUnion);
export const json = /* @__PURE__ */ made(z.json);
export const literal = /* @__PURE__ */ made(z.literal);
const oneOf = /* @__PURE__ */ made(z.enum);
export { oneOf as enum };
export const iso = { datetime: /* @__PURE__ */ made(z.iso.datetime), date: /* @__PURE__ */ made(z.iso.date) };
export const coerce = { number: /* @__PURE__ */ made(z.coerce.number) };
