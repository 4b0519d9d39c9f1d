const INT8 = 20;
const DATE = 1082;

/** How both stores read what they would read differently: counters as numbers, days as they are spelled. */
export const valueParsers: { readonly [oid: number]: (text: string) => number | string } = {
  [INT8]: Number,
  [DATE]: String,
};
