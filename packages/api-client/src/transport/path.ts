/** Fills a path template with encoded values; null when a value is missing or would change the path's shape. */
export function fillPath(template: string, values: Readonly<Record<string, string>>): string | null {
  let isWhole = true;
  const path = template.replaceAll(/\{([A-Za-z]+)\}/g, (_match, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value === undefined || value === "" || value === "." || value === ".." || !value.isWellFormed()) {
      isWhole = false;
      return "";
    }
    return encodeURIComponent(value);
  });
  return isWhole ? path : null;
}
