let inUse: string | undefined;

/** The connection whose pages are on screen. Its id is part of the addresses of pages and of API calls. */
export function connectionInUse(): string {
  if (inUse === undefined) throw new Error("No connection is in use.");
  return inUse;
}

/** Called when a page of a connection is opened; true if it is another one than before. */
export function switchConnection(id: string): boolean {
  const isOther = inUse !== id;
  inUse = id;
  return isOther;
}
