import type { PersonLink } from "@dc/contract";
import { CopyBox } from "#/ui/display/copy-box.tsx";
import { formatMoment } from "#/ui/display/format-time.ts";
import { useNow } from "#/ui/display/use-now.ts";
import { Note } from "#/marks/note.tsx";
import styles from "./people.module.css";

/** A one-time link, which is shown only now. */
export function LinkNote({ link, address }: { link: PersonLink; address: string }) {
  const now = useNow();
  return (
    <Note kind="ok" live>
      <b>
        One-time link for <bdi>{link.person.name}</bdi>.
      </b>{" "}
      Hand it over yourself: no mail is sent, and it is not shown again. It ends{" "}
      {formatMoment(new Date(link.expiresAt), new Date(now))}.
      <div className={styles["secret"]}>
        <CopyBox label="One-time link" text={`${address}#${link.secret}`} />
      </div>
    </Note>
  );
}
