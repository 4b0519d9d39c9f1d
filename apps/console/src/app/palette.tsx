import { useEffect, useId, useRef, useState, type KeyboardEvent } from "react";
import { useCommandBook, type Command } from "#/ui/keyboard/commands.tsx";
import { Icon } from "#/ui/text/icon.tsx";
import { Kbd } from "#/ui/keyboard/kbd.tsx";
import styles from "./palette.module.css";
import { matching, splitMatch } from "./palette-match.ts";
import { PaletteSearch } from "./palette-search.tsx";

const first = ["Do", "Go to"];

function bySection(commands: readonly Command[]): [section: string, commands: Command[]][] {
  const sections = Map.groupBy(commands, (command) => command.section);
  const rank = (section: string) => (first.includes(section) ? first.indexOf(section) : first.length);
  return [...sections].sort(([a], [b]) => rank(a) - rank(b));
}

/** What the sources find for a query; the search before is aborted. */
function useFound(query: string): readonly Command[] {
  const { sources } = useCommandBook();
  const [found, setFound] = useState<readonly Command[]>([]);
  useEffect(() => {
    const asked = query.replace(/^[>#]/, "").trim();
    if (asked === "" || query.startsWith(">")) {
      const emptied = setTimeout(() => setFound([]));
      return () => clearTimeout(emptied);
    }
    const abort = new AbortController();
    const timer = setTimeout(() => {
      void Promise.allSettled(sources.map((source) => source(asked, abort.signal))).then((answers) => {
        if (abort.signal.aborted) return;
        setFound(answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : [])));
      });
    }, 120);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [query, sources]);
  return found;
}

/** ⌘K: verbs first, then places, then records that this console has seen. The focus stays in the field; arrows and Enter choose. */
export function Palette({ onClose }: { onClose: () => void }) {
  const [query, setQuery] = useState("");
  const [at, setAt] = useState(-1);
  const dialog = useRef<HTMLDialogElement>(null);
  const listId = useId();
  const { commands } = useCommandBook();
  const found = useFound(query);
  useEffect(() => {
    const element = dialog.current;
    if (element?.open === false) element.showModal();
    return () => element?.close();
  }, []);
  const asked = query.replace(/^[>#]/, "").trim();
  const sections = bySection([...matching(commands, asked), ...found]);
  const shown = sections.flatMap(([, inSection]) => inSection);
  const selected = shown[Math.min(at, shown.length - 1)];
  const optionId = (command: Command) => `${listId}-${shown.indexOf(command)}`;
  const select = (to: number) => {
    setAt(to);
    document.getElementById(`${listId}-${to}`)?.scrollIntoView({ block: "nearest" });
  };
  const run = (command: Command) => {
    dialog.current?.close();
    command.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || shown.length === 0) return;
    if (event.key === "ArrowDown") select((at + 1) % shown.length);
    else if (event.key === "ArrowUp") select(at <= 0 ? shown.length - 1 : at - 1);
    else if (event.key !== "Enter") return;
    else if (selected !== undefined) run(selected);
    event.preventDefault();
  };
  return (
    <dialog
      ref={dialog}
      className={styles["content"]}
      aria-label="Search or run a command"
      onClose={onClose}
      onClick={(event) => {
        if (event.target === dialog.current) dialog.current?.close();
      }}
    >
      <PaletteSearch />
      <div className={styles["search"]}>
        <Icon name="search" />
        <input
          type="text"
          role="combobox"
          aria-expanded="true"
          aria-label="Search or run a command"
          aria-autocomplete="list"
          aria-controls={listId}
          aria-activedescendant={selected === undefined ? undefined : optionId(selected)}
          placeholder="Search or run a command"
          autoComplete="off"
          spellCheck={false}
          autoFocus
          value={query}
          onChange={(event) => {
            setQuery(event.target.value);
            select(0);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <div id={listId} role="listbox" aria-label="Commands and records" className={styles["list"]} tabIndex={-1}>
        {sections.map(([section, inSection]) => (
          <div key={section} role="group" aria-label={section}>
            <div className={styles["group"]} aria-hidden="true">
              {section}
            </div>
            {inSection.map((command) => (
              <div
                key={command.id}
                id={optionId(command)}
                role="option"
                aria-selected={command === selected}
                className={styles["action"]}
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => run(command)}
              >
                {command.mark}
                <span>
                  {splitMatch(command.label, asked).map((part, at) =>
                    part.hit ? <u key={at}>{part.text}</u> : part.text,
                  )}
                </span>
                {command.note === undefined ? null : <span className={styles["note"]}>{command.note}</span>}
                {command.keys === undefined ? null : <Kbd keys={command.keys} hint />}
              </div>
            ))}
          </div>
        ))}
        {shown.length === 0 ? (
          <div role="option" aria-selected="false" aria-disabled="true" className={styles["none"]}>
            Nothing here is called that.
          </div>
        ) : null}
      </div>
      <div className={styles["foot"]}>
        <p aria-hidden="true">
          <Kbd keys="arrowup arrowdown" /> move <Kbd keys="enter" /> open <Kbd keys=">" /> only commands
        </p>
        <p>Searches what this console has seen. The service itself can’t be searched.</p>
      </div>
    </dialog>
  );
}
