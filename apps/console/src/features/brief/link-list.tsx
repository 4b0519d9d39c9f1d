import type { ShareLink, ShareLinkList } from "@dc/contract";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { bff, path } from "#/api/bff.ts";
import { anyFailure, useCommand } from "#/commands/use-command.ts";
import { Permitted } from "#/connection/permissions.tsx";
import { paths } from "#/paths.ts";
import { Age } from "#/ui/display/age.tsx";
import { numberText } from "#/ui/display/count.tsx";
import { formatDay } from "#/ui/display/format-time.ts";
import { useNow } from "#/ui/display/use-now.ts";
import { ConfirmButton } from "#/ui/overlay/confirm-button.tsx";
import { SectionHeading } from "#/ui/page/section-heading.tsx";
import styles from "./brief-screen.module.css";

/** The links of all directories that one sees; nothing where there is none. */
export function AllLinksSection() {
  const { data } = useQuery({
    queryKey: ["share-links"],
    queryFn: ({ signal }) => bff.get<ShareLinkList>("/share-links", { signal }),
  });
  if (data === undefined || data.total === 0) return null;
  return (
    <section aria-labelledby="all-share-links">
      <SectionHeading
        id="all-share-links"
        title="Links to briefs"
        note={
          data.total > data.items.length
            ? `The newest ${data.items.length} of ${numberText(data.total)}.`
            : "For people without an account: each reads the brief of one directory, and can answer it."
        }
      />
      <LinkList links={data.items} namesIndex />
    </section>
  );
}

export function LinkList({
  links,
  namesIndex = false,
  onRevoked = () => undefined,
}: {
  links: readonly ShareLink[];
  namesIndex?: boolean;
  onRevoked?: (id: string) => void;
}) {
  return links.length === 0 ? null : (
    <ul className={styles["links"]} aria-label="Links">
      {links.map((link) => (
        <LinkLine key={link.id} link={link} namesIndex={namesIndex} onRevoked={onRevoked} />
      ))}
    </ul>
  );
}

interface LinkLineProps {
  link: ShareLink;
  namesIndex: boolean;
  onRevoked: (id: string) => void;
}

function LinkLine({ link, namesIndex, onRevoked }: LinkLineProps) {
  const now = new Date(useNow());
  const revoke = useCommand({
    run: () => bff.delete(path`/index-versions/${link.index.id}/share-links/${link.id}`),
    changes: ["share-link"],
    rereadsAfter: anyFailure,
    failed: "The link still works.",
    onDone: () => onRevoked(link.id),
  });
  return (
    <li>
      <b>
        <bdi>{link.sharedWith}</bdi>
      </b>
      <span className="fine">
        {namesIndex ? (
          <>
            <Link to={paths.directoryBrief.href({ indexId: link.index.id })}>
              <bdi>{link.index.name}</bdi>
            </Link>{" "}
          </>
        ) : null}
        by <bdi>{link.createdBy.name}</bdi>, until {formatDay(new Date(link.expiresAt), now)},{" "}
        {link.lastUsedAt === null ? "not opened yet" : <Age at={link.lastUsedAt} before="opened" after="ago" />}
        {link.worksNow
          ? ""
          : ". It does not work: the directory is archived or another referrer’s, or its maker may no longer stage here"}
      </span>
      <Permitted action="stage">
        <ConfirmButton
          label="Revoke"
          question="It shows nothing from its next request on."
          confirmLabel="Revoke the link"
          variant="subtle"
          busy={revoke.isPending}
          onConfirm={() => revoke.mutate()}
        />
      </Permitted>
    </li>
  );
}
