const key = (connection: string) => `place in ${connection}`;

/** Keeps where somebody was in a connection, for as long as the window is open. */
export function keepPlace(connection: string, address: string): void {
  try {
    sessionStorage.setItem(key(connection), address);
  } catch {
    // A browser that keeps nothing opens the first page of the connection.
  }
}

/** Where somebody was in a connection when they left it; undefined where they were not. */
export function placeIn(connection: string): string | undefined {
  try {
    const kept = sessionStorage.getItem(key(connection));
    return kept?.startsWith(`/c/${encodeURIComponent(connection)}/`) === true ? kept : undefined;
  } catch {
    return undefined;
  }
}
