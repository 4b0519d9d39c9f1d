import type { Change } from "@dc/contract";
import { capitalise } from "#/ui/display/capitalise.ts";
import { Icon } from "#/ui/display/icon.tsx";
import styles from "./change-sets.module.css";

/** The reason without the words "held because". */
export function reasonOf(because: string | null): string | null {
  return because === null ? null : capitalise(because.replace(/^held,? because /i, ""));
}

const baseWords = {
  unmoved: "base unmoved",
  "moved on its own": "base moved on its own",
  "took our value": "base took our value",
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
          {receipt.asWanted ? "read back" : "read back otherwise"}
        </span>
        <span data-hue={receipt.base === "took our value" ? "conflict" : "quiet"}>
          <Icon name={receipt.base === "unmoved" ? "check" : "minus"} size={12} />
          {baseWords[receipt.base]}
        </span>
        {receipt.sibling?.moved === "took our value" ? (
          <span data-hue="conflict">
            <Icon name="minus" size={12} />
            <bdi>{receipt.sibling.indexId}</bdi> took our value
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
