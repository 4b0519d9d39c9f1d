import type { Change, Connection } from "@dc/contract";
import { willBeHeld } from "#/connection/capabilities.ts";
import { capitalise } from "#/ui/display/capitalise.ts";
import { Icon } from "#/ui/display/icon.tsx";
import { reasonOf } from "#/record/lifecycle.ts";
import styles from "./change-sets.module.css";

/** Why changes are held, or will be: once where one reason stands for all of them, else each reason. */
export function holdText(connection: Connection | undefined, changes: readonly Change[]): string {
  const reasons = [...new Set(changes.flatMap(({ because, holds }) => reasonOf(because ?? holds) ?? []))];
  const [only, ...others] = reasons;
  if (only !== undefined && others.length === 0) return only;
  if (changes.every((change) => change.holds !== null && willBeHeld(connection, change)))
    return `The service has no documented way to take ${changes.length === 1 ? "it" : "them"}, and the service profile defines none.`;
  return reasons.join(" ");
}

const baseWords = {
  unmoved: "base unmoved",
  "moved on its own": "base moved on its own",
  "took our value": "standard index also changed",
  "not read": "base not read",
};

/**
 * The proof of an applied change, or why it is not applied. The reason for held changes is shown once, above the list.
 */
export function ChangeProof({ change }: { change: Change }) {
  const { receipt, state, because, words } = change;
  if (state === "applied" && receipt !== null) {
    return (
      <span className={styles["proof"]}>
        {receipt.foundNotSent ? <span>found in the index, not sent by us</span> : null}
        <span>
          <Icon name={receipt.asWanted ? "check" : "cross"} size={12} />
          {receipt.nothingSent
            ? "nothing sent: the index had it"
            : receipt.asWanted
              ? "read back"
              : "read back differently"}
        </span>
        <span data-hue={receipt.base === "took our value" ? "conflict" : "quiet"}>
          <Icon name={receipt.base === "unmoved" ? "check" : "minus"} size={12} />
          {baseWords[receipt.base]}
        </span>
        {receipt.sibling?.moved === "took our value" ? (
          <span data-hue="conflict">
            <Icon name="minus" size={12} />
            <bdi>{receipt.sibling.indexId}</bdi> also changed
          </span>
        ) : null}
      </span>
    );
  }
  const status =
    words === null || words.status === null ? null : `${words.status}${words.code === null ? "" : ` ${words.code}`}`;
  const reason = state === "held" ? null : reasonOf(because);
  const why = reason === null || state !== "failed" || status === null ? reason : `${reason} (${status})`;
  return why === null ? (
    <span className={styles["proof"]} />
  ) : (
    <span className={`${styles["proof"]} ${styles["why"]}`} data-tip={why} data-tip-when="cut">
      <bdi>{capitalise(why)}</bdi>
    </span>
  );
}
