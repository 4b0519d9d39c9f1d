import { namingLookAlikes, type Phone, phoneIn } from "@dc/directory";
import { ReadingValue } from "#/record/reading-value.tsx";
import { Icon } from "#/ui/display/icon.tsx";
import { MenuButton, type MenuItem } from "#/ui/overlay/menu-button.tsx";
import { State } from "#/marks/state.tsx";
import { PhoneEditor } from "./phone-editor.tsx";
import { isOnlyStaged, RowSign, RowStatus } from "#/record/row-status.tsx";
import editorStyles from "#/features/practitioners/editor/editor.module.css";
import styles from "./phones.module.css";
import type { PhoneParts } from "#/connection/meanings.ts";
import type { RowProps } from "#/features/practitioners/editor/value-row.tsx";

interface PhoneRowProps extends RowProps {
  spelling: PhoneParts;
  moves: readonly MenuItem[];
  onStage: (phone: Phone, asItStands: boolean) => void;
}

/** One phone as spelled, with extension and label; the note gives the standard value. */
export function PhoneRow(props: PhoneRowProps) {
  const { row, returned, current, editing, busy, spelling, note, verbs, moves, onSelect, onStage } = props;
  const { comparison } = row;
  const values = namingLookAlikes(comparison.values);
  const shown = returned ? values.index : values.effective;
  const phone = phoneIn(shown) ?? (isOnlyStaged(comparison) ? phoneIn(values.preview) : null);
  const base = phone === null && !returned ? phoneIn(values.base) : null;
  const shownPhone = phone ?? base;
  const preview = returned ? null : values.preview;
  const isRemoved = comparison.verdict !== "base moved" && comparison.verdict !== "differs";
  const leaves = preview !== null && "absent" in preview;
  return (
    <li
      className={editorStyles["row"]}
      data-phone
      data-current={current || undefined}
      data-editing={editing || undefined}
    >
      <RowSign comparison={comparison} />
      {editing ? (
        <PhoneEditor
          start={phoneIn(comparison.values.preview) ?? phoneIn(comparison.values.effective)}
          standard={phoneIn(comparison.values.base)}
          spelling={spelling}
          busy={busy}
          typedAt={props.typedAt}
          onStage={onStage}
          onLeave={props.onLeave}
          onCancel={props.onCancel}
        />
      ) : (
        <>
          <span className={editorStyles["gripCell"]}>
            {moves.length === 0 ? null : (
              <MenuButton label={`Move ${row.label}`} items={moves} align="start" className={styles["grip"]}>
                <Icon name="grip" size={14} label={`Move ${row.label}`} />
              </MenuButton>
            )}
          </span>
          <button
            type="button"
            className={editorStyles["label"]}
            data-strong
            data-row={row.id}
            aria-pressed={current}
            onClick={onSelect}
          >
            {isOnlyStaged(comparison) && !returned ? (
              <span className={editorStyles["staged"]}>
                <State state="staged" show="mark" />
                <bdi>{phone?.number}</bdi>
              </span>
            ) : base !== null ? (
              <bdi className={isRemoved ? editorStyles["gone"] : editorStyles["notHere"]}>
                {base.number}
                <span className="unseen">
                  {isRemoved ? ", removed here" : comparison.verdict === "differs" ? ", not here" : ", not here yet"}
                </span>
              </bdi>
            ) : phone === null ? (
              <ReadingValue reading={shown} />
            ) : (
              <bdi className={leaves ? editorStyles["gone"] : undefined}>{phone.number}</bdi>
            )}
          </button>
          <span className={`${editorStyles["value"]} ${editorStyles["ext"]}`}>
            {(shownPhone?.extension ?? "") === "" ? null : `ext. ${shownPhone?.extension}`}
          </span>
          <span className={editorStyles["value"]}>
            <bdi>{shownPhone?.label}</bdi>
          </span>
          <span
            className={editorStyles["note"]}
            data-tip={typeof note === "string" ? note : undefined}
            data-tip-when="cut"
          >
            {preview === null || isOnlyStaged(comparison) ? (
              note
            ) : leaves ? (
              "its removal is staged"
            ) : (
              <span className={editorStyles["staged"]}>
                <State state="staged" show="mark" />
                <PhoneWords phone={phoneIn(preview)} before={phone} />
              </span>
            )}
          </span>
          <RowStatus row={row} />
          {verbs}
        </>
      )}
    </li>
  );
}

/** What a draft changes about a phone. */
function PhoneWords({ phone, before }: { phone: Phone | null; before: Phone | null }) {
  if (phone === null) return null;
  const words = [
    phone.number === before?.number ? null : phone.number,
    phone.extension === (before?.extension ?? null) ? null : `ext. ${phone.extension ?? "none"}`,
    phone.label === (before?.label ?? null) ? null : (phone.label ?? "no label"),
  ].filter((word) => word !== null);
  return <bdi>{words.length === 0 ? "another position" : words.join(", ")}</bdi>;
}
