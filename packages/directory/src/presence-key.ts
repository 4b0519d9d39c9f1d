/** The key of the part that says whether a list is there at all, where one side lacks the field and the other has it empty. */
export const presenceKey = "";
