import { searchText } from "#/store/sql/search-text.ts";

interface Named {
  id: string;
  label: string;
  name: string | null;
  referrer_name: string | null;
}

/** The text that index versions are searched and ordered by: the label first. */
export function indexSearch({ id, label, name, referrer_name }: Named): string {
  return searchText(label, name === label ? null : name, referrer_name, id);
}
