/** The address of the same page with some parameters changed. */
export function hrefWith(params: URLSearchParams, parts: { readonly [name: string]: string | null }): string {
  const next = new URLSearchParams(params);
  for (const [name, value] of Object.entries(parts)) {
    if (value === null) next.delete(name);
    else next.set(name, value);
  }
  return `?${next}`;
}
