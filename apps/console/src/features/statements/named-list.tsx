import type { NamedInList } from "@dc/contract";
import { recordKey } from "@dc/directory";
import type { Dispatch, SetStateAction } from "react";
import { bff } from "#/api/bff.ts";
import { CommandFailure } from "#/commands/command-failure.tsx";
import { useCommand } from "#/commands/use-command.ts";
import { countText, numberText } from "#/ui/display/count.tsx";
import { Button } from "#/ui/form/button.tsx";
import { CheckField } from "#/ui/form/check-field.tsx";
import { TextAreaField } from "#/ui/form/field.tsx";
import { leftOfList, type TypedStatement } from "./typed-statement.ts";
import styles from "./statements.module.css";

export interface NamedListProps {
  typed: TypedStatement;
  onType: Dispatch<SetStateAction<TypedStatement>>;
}

/** A pasted list. Ids are taken as they are; whom a name means is confirmed by a person. */
export function NamedList({ typed, onType }: NamedListProps) {
  const { list, confirmed } = typed;
  const { mutate, isPending, error } = useCommand({
    run: (text: string) => bff.post<NamedInList>("/statements/named", { text }),
    onDone: ({ lines }, text) => {
      const records = lines.flatMap(({ found, isId }) => (isId ? found.map(({ record }) => record) : []));
      const open = lines.filter(({ found, isId }) => !isId || found.length === 0);
      // The list may be looked up while something else is typed.
      onType((now) => ({ ...now, confirmed: { list: text, records, lines: open } }));
    },
  });
  const isLookedUp = confirmed?.list === list;
  const chosen = new Set(isLookedUp ? confirmed.records.map(recordKey) : []);
  const lines = isLookedUp ? confirmed.lines : [];
  const { once, unknown, notSought } = leftOfList(typed);
  return (
    <div id="named-list" className={styles["list"]}>
      <TextAreaField
        label="Ids and names"
        labelHidden
        rows={Math.min(12, Math.max(3, list.split("\n").length))}
        placeholder="Ids or names of practitioners and schedules, phones or other numbers, one a line"
        value={list}
        onChange={(event) => onType({ ...typed, list: event.target.value })}
      />
      <Button size="sm" disabled={list.trim() === "" || isLookedUp} loading={isPending} onClick={() => mutate(list)}>
        Look up the list
      </Button>
      {isLookedUp ? <span role="status">{countText(chosen.size, "record")} taken</span> : null}
      {isLookedUp && once.length > 0 ? (
        <Button
          size="sm"
          onClick={() => onType({ ...typed, confirmed: { ...confirmed, records: [...confirmed.records, ...once] } })}
        >
          {once.length === 1
            ? "Take the 1 that is found once"
            : `Take all ${numberText(once.length)} that are found once`}
        </Button>
      ) : null}
      <CommandFailure error={error} />
      {lines
        .filter(({ isId, found }) => !isId && found.length > 0)
        .map(({ text, found, more }, position) => (
          <fieldset key={`${position} ${text}`}>
            <legend>
              Who is “<bdi>{text}</bdi>”?
            </legend>
            {found.map(({ record, name, of }) => (
              <CheckField
                key={recordKey(record)}
                label={<bdi>{name ?? record.id}</bdi>}
                help={[record.type, record.id, ...(of === null ? [] : [`of ${of}`])].join(", ")}
                checked={chosen.has(recordKey(record))}
                onChange={(checked) => {
                  const others = (confirmed?.records ?? []).filter((other) => recordKey(other) !== recordKey(record));
                  onType({ ...typed, confirmed: { list, lines, records: checked ? [...others, record] : others } });
                }}
              />
            ))}
            {more === 0 ? null : (
              <p className={styles["unknown"]}>
                {countText(more, "further one")} found, and not listed: paste an id, or more of the name.
              </p>
            )}
          </fieldset>
        ))}
      {unknown.length === 0 ? null : <UnknownLines cause="On no roster" lines={unknown} />}
      {notSought.map(({ why, lines: of }) => (
        <UnknownLines key={why} cause="Not looked up" lines={of} why={why} />
      ))}
    </div>
  );
}

function UnknownLines({ cause, lines, why }: { cause: string; lines: readonly string[]; why?: string }) {
  return (
    <p className={styles["unknown"]}>
      {cause}: <bdi>{lines.slice(0, 20).join(", ")}</bdi>
      {lines.length > 20 ? ` and ${numberText(lines.length - 20)} more` : ""}
      {why === undefined ? "" : `. ${why}`}
    </p>
  );
}
