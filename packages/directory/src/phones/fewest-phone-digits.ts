/** The fewest digits by which a search finds a phone. */
export const fewestPhoneDigits = 4;
