import type { Phone } from "@dc/directory";
import { phoneIn } from "#/record/field-row.ts";
import { ReadingValue } from "#/record/reading-value.tsx";
import { Icon } from "#/ui/text/icon.tsx";
import { MenuButton, type MenuVerb } from "#/ui/overlay/menu-button.tsx";
import { State } from "#/marks/state.tsx";
import { PhoneEditor } from "./phone-editor.tsx";
import { isOnlyStaged, PlaceSign, PlaceStanding } from "#/record/row-status.tsx";
import editorStyles from "#/features/practitioners/editor/editor.module.css";
import styles from "./phones.module.css";
import type { PhoneParts } from "#/connection/meanings.ts";
import type { RowProps } from "#/features/practitioners/editor/text-row.tsx";

interface PhoneRowProps extends RowProps {
  spelling: PhoneParts;
  moves: readonly MenuVerb[];
  onStage: (phone: Phone) => void;
}

/** One number: as spelled, with extension and label; what standard says stands in the note. */
export function PhoneRow(props: PhoneRowProps) {
  const { place, returned, current, editing, busy, spelling, note, verbs, moves, onSelect, onStage } = props;
  const { leaf } = place;
  const shown = returned ? leaf.values.index : leaf.values.effective;
  const phone = phoneIn(shown) ?? (isOnlyStaged(leaf) ? phoneIn(leaf.values.preview) : null);
  const base = phone === null && !returned ? phoneIn(leaf.values.base) : null;
  const told = phone ?? base;
  const preview = returned ? null : leaf.values.preview;
  const leaves = preview !== null && "absent" in preview;
  return (
    <li
      className={editorStyles["row"]}
      data-phone
      data-current={current || undefined}
      data-editing={editing || undefined}
    >
      <PlaceSign leaf={leaf} />
      {editing ? (
        <PhoneEditor
          start={phoneIn(leaf.values.preview) ?? phoneIn(leaf.values.effective)}
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
              <MenuButton label={`Move ${place.label}`} verbs={moves} align="start" className={styles["grip"]}>
                <Icon name="grip" size={14} label={`Move ${place.label}`} />
              </MenuButton>
            )}
          </span>
          <button
            type="button"
            className={editorStyles["label"]}
            data-strong
            data-place={place.id}
            aria-pressed={current}
            onClick={onSelect}
          >
            {isOnlyStaged(leaf) && !returned ? (
              <span className={editorStyles["staged"]}>
                <State state="staged" show="mark" />
                <bdi>{phone?.number}</bdi>
              </span>
            ) : base !== null ? (
              <bdi className={leaf.verdict === "base moved" ? editorStyles["notHere"] : editorStyles["gone"]}>
                {base.number}
                <span className="unseen">{leaf.verdict === "base moved" ? ", not here yet" : ", left out here"}</span>
              </bdi>
            ) : phone === null ? (
              <ReadingValue reading={shown} />
            ) : (
              <bdi className={leaves ? editorStyles["gone"] : undefined}>{phone.number}</bdi>
            )}
          </button>
          <span className={`${editorStyles["value"]} ${editorStyles["ext"]}`}>
            {(told?.extension ?? "") === "" ? null : `ext. ${told?.extension}`}
          </span>
          <span className={editorStyles["value"]}>
            <bdi>{told?.label}</bdi>
          </span>
          <span
            className={editorStyles["note"]}
            data-tip={typeof note === "string" ? note : undefined}
            data-tip-when="cut"
          >
            {preview === null || isOnlyStaged(leaf) ? (
              note
            ) : leaves ? (
              "left out in your draft"
            ) : (
              <span className={editorStyles["staged"]}>
                <State state="staged" show="mark" />
                <PhoneWords phone={phoneIn(preview)} before={phone} />
              </span>
            )}
          </span>
          <PlaceStanding place={place} />
          {verbs}
        </>
      )}
    </li>
  );
}

/** What a draft makes of a number: only what it changes, or that it moves. */
function PhoneWords({ phone, before }: { phone: Phone | null; before: Phone | null }) {
  if (phone === null) return null;
  const words = [
    phone.number === before?.number ? null : phone.number,
    phone.extension === (before?.extension ?? null) ? null : `ext. ${phone.extension ?? "none"}`,
    phone.label === (before?.label ?? null) ? null : (phone.label ?? "no label"),
  ].filter((word) => word !== null);
  return <bdi>{words.length === 0 ? "another place" : words.join(", ")}</bdi>;
}
