import { z } from "zod";
import type { Json } from "#/json/json.ts";
import type { Path } from "#/json/path.ts";
import type { Dialect, PagingDialect } from "./dialect.ts";
import type { NextPage, Page } from "./messages.ts";

type Values = Readonly<Record<string, string | undefined>>;

interface PageParser {
  /** The query parameters that select a page. */
  readonly parameters: Readonly<Record<string, z.ZodType>>;
  pageOf(values: Values): Page;
}

/** Where a page begins, as its query parameter says it. */
interface Position {
  readonly format: RegExp;
  readonly message: string;
  parse(value: string, size: number): number;
}

const cursor: Position = {
  format: /^c[0-9a-z]{1,8}$/,
  message: "Must be a cursor from an earlier response.",
  parse: (value) => Number.parseInt(value.slice(1), 36),
};

const positions: Readonly<Record<Exclude<PagingDialect["style"], "none">, Position>> = {
  cursor,
  link: cursor,
  page: {
    format: /^[1-9]\d{0,8}$/,
    message: "Must be a page number, from 1.",
    parse: (value, size) => (Number(value) - 1) * size,
  },
  offset: { format: /^(0|[1-9]\d{0,8})$/, message: "Must be an offset, from 0.", parse: Number },
};

export function createPageParser({ paging }: Dialect): PageParser {
  if (paging.style === "none") return { parameters: {}, pageOf: () => ({ from: 0, size: Number.MAX_SAFE_INTEGER }) };
  const position = positions[paging.style];
  return {
    parameters: {
      [paging.query]: z.string().regex(position.format, position.message).optional(),
      [paging.sizeQuery]: z
        .string()
        .regex(/^([1-9]\d?|100)$/, "Must be from 1 to 100.")
        .optional(),
    },
    pageOf(values) {
      const size = Number(values[paging.sizeQuery] ?? paging.size);
      const value = values[paging.query];
      return { from: value === undefined ? 0 : position.parse(value, size), size };
    },
  };
}

/** The members of a list's envelope that point to its next page. */
export function pagingEntries(paging: PagingDialect, page: NextPage | undefined): [Path, Json][] {
  const next = page?.next ?? null;
  switch (paging.style) {
    case "none":
    case "offset":
      return [];
    case "page":
      return [[paging.more, next !== null]];
    case "cursor":
      return [[paging.next, next === null ? null : cursorAt(next)]];
    case "link":
      return page ? [[paging.next, next === null ? null : linkTo(paging, page, next)]] : [];
  }
}

function linkTo(
  { query: parameter, sizeQuery }: Extract<PagingDialect, { style: "cursor" | "link" }>,
  { path, query, size }: NextPage,
  from: number,
): string {
  const next = new URLSearchParams(query);
  next.set(parameter, cursorAt(from));
  next.set(sizeQuery, String(size));
  return `${path}?${next.toString()}`;
}

function cursorAt(from: number): string {
  return `c${from.toString(36)}`;
}
