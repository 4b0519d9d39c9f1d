import type { CreatedShareLink, CreateShareLinkInput, ShareLinkList } from "@dc/contract";
import { maxLength } from "@dc/contract/limits";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { type SubmitEvent, useState } from "react";
import { Link } from "react-router";
import { bff, path } from "#/api/bff.ts";
import { CommandFailure } from "#/commands/command-failure.tsx";
import { useCommand } from "#/commands/use-command.ts";
import { Permitted } from "#/connection/permissions.tsx";
import { indexVersionQuery } from "#/index-choice/queries.ts";
import { Note } from "#/marks/note.tsx";
import { paths } from "#/paths.ts";
import { CopyBox } from "#/ui/display/copy-box.tsx";
import { numberText } from "#/ui/display/count.tsx";
import { Button } from "#/ui/form/button.tsx";
import { SelectField, TextField } from "#/ui/form/field.tsx";
import { SectionHeading } from "#/ui/page/section-heading.tsx";
import styles from "./brief-screen.module.css";
import { LinkList } from "./link-list.tsx";

const linksQuery = (indexId: string) =>
  queryOptions({
    queryKey: ["share-links", indexId],
    queryFn: ({ signal }) => bff.get<ShareLinkList>(path`/index-versions/${indexId}/share-links`, { signal }),
  });

const lifetimes = [
  { value: "7", label: "7 days" },
  { value: "30", label: "30 days" },
  { value: "90", label: "90 days" },
] as const;

/** Links for people without an account: make one, copy it once, end it. */
export function ShareSection({ indexId }: { indexId: string }) {
  const { data } = useQuery(linksQuery(indexId));
  const { data: index } = useQuery(indexVersionQuery(indexId));
  const [sharedWith, setSharedWith] = useState("");
  const [days, setDays] = useState<(typeof lifetimes)[number]["value"]>("30");
  const [tried, setTried] = useState(false);
  const create = useCommand({
    run: (input: CreateShareLinkInput) =>
      bff.post<CreatedShareLink>(path`/index-versions/${indexId}/share-links`, input),
    changes: ["share-link"],
    onDone: () => {
      setSharedWith("");
      setTried(false);
    },
  });
  /** What was made last is shown until it is revoked itself. */
  const forget = (revokedId: string) => {
    if (create.data?.link.id === revokedId) create.reset();
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setTried(true);
    if (sharedWith.trim() === "" || create.isPending) return;
    create.mutate({ sharedWith: sharedWith.trim(), days: days === "7" ? 7 : days === "30" ? 30 : 90 });
  };
  return (
    <section aria-labelledby="share-links" className={styles["section"]}>
      <SectionHeading
        id="share-links"
        title="Share it"
        note="Without an account: reads this brief alone, and can answer it line by line."
      />
      <Permitted action="stage" says>
        {index === undefined ? null : index.archivedAt !== null ? (
          <p>This directory is archived: a link would open nothing.</p>
        ) : index.referrer === null ? (
          <p>
            A link is for the referrer of a directory, and this one has no referrer.{" "}
            <Link to={paths.directorySettings.href({ indexId })}>Choose one in its settings</Link>
          </p>
        ) : (
          <form className={styles["tools"]} onSubmit={submit} noValidate>
            <TextField
              label="With whom"
              maxLength={maxLength.personName}
              value={sharedWith}
              onChange={({ target }) => setSharedWith(target.value)}
              error={tried && sharedWith.trim() === "" ? "Enter who gets the link." : undefined}
            />
            <SelectField label="Ends after" value={days} options={lifetimes} onChange={setDays} />
            <Button type="submit" loading={create.isPending}>
              Create a link
            </Button>
          </form>
        )}
      </Permitted>
      <CommandFailure error={create.error} />
      {create.data === undefined ? null : (
        <Note kind="ok" live>
          The link for <bdi>{create.data.link.sharedWith}</bdi> is created. Copy it now; it is not shown again.
          <CopyBox label="The link" text={`${location.origin}/brief#${create.data.secret}`} />
        </Note>
      )}
      <LinkList links={data?.items ?? []} onRevoked={forget} />
      {data === undefined || data.total === data.items.length ? null : (
        <p className="fine">
          The newest {data.items.length} of {numberText(data.total)} links are listed.
        </p>
      )}
    </section>
  );
}
