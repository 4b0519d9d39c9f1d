import { trimInvisible } from "@dc/directory";
import { z } from "zod";

/** What somebody types or pastes, without blanks and signs that nobody sees at either end. */
export const trimmedText = () => z.string().overwrite(trimInvisible);
