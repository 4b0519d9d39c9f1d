/** Where the store is unless the setting DATA_DIR says otherwise. */
export const defaultDataDir = ".data";
