const INT8 = 20;
const DATE = 1082;

/** Types that both stores parse differently by default: counters become numbers, days stay text. */
export const valueParsers: { readonly [oid: number]: (text: string) => number | string } = {
  [INT8]: Number,
  [DATE]: String,
};
