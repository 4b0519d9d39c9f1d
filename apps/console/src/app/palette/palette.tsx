import { errorSentence } from "#/api/bff-error.ts";
import { announce } from "#/ui/page/announce.ts";
import { fewestPhoneDigits } from "@dc/directory/fewest-phone-digits";
import { foldText } from "@dc/directory/fold-text";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { comboboxMessage, useCombobox } from "#/ui/form/use-combobox.ts";
import { useCommandList, type Command } from "#/ui/keyboard/commands.tsx";
import { Icon } from "#/ui/display/icon.tsx";
import { Kbd } from "#/ui/keyboard/kbd.tsx";
import styles from "./palette.module.css";
import { isShortOfPhone, matching, splitMatch } from "./palette-match.ts";
import { PaletteSearch } from "./palette-search.tsx";
import { takeTyped } from "#/ui/keyboard/typed-ahead.ts";
import { useServiceLookUp } from "./use-service-look-up.tsx";

const first = ["Do", "Go to"];

function bySection(commands: readonly Command[]): [section: string, commands: Command[]][] {
  const sections = Map.groupBy(commands, (command) => command.section);
  const rank = (section: string) => (first.includes(section) ? first.indexOf(section) : first.length);
  return [...sections].sort(([a], [b]) => rank(a) - rank(b));
}

interface Results {
  results: readonly Command[];
  resultsFor: string | null;
  /** Why a search was not answered. */
  failure: string | null;
}

const nothing: Results = { results: [], resultsFor: null, failure: null };

/** What the sources find for a query. A newer query aborts the search before it. */
function useSearchResults(query: string): Results & { loadMore: (command: Command) => Promise<void> } {
  const { sources } = useCommandList();
  const [found, setResults] = useState(nothing);
  /** Of the last search, and the commands in whose place more is being loaded. */
  const last = useRef({ signal: new AbortController().signal, loading: new Set<string>() });
  useEffect(() => {
    const asked = query.replace(/^[>#]/, "").trim();
    if (asked === "" || query.startsWith(">")) {
      const emptied = setTimeout(() => setResults(nothing));
      return () => clearTimeout(emptied);
    }
    const abort = new AbortController();
    last.current = { signal: abort.signal, loading: new Set() };
    const timer = setTimeout(() => {
      void Promise.allSettled(sources.map((source) => source(asked, abort.signal))).then((answers) => {
        if (abort.signal.aborted) return;
        const all = answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
        const failed = answers.find((answer) => answer.status === "rejected");
        setResults({
          results: all,
          resultsFor: asked,
          failure: failed === undefined ? null : errorSentence(failed.reason),
        });
      });
    }, 120);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [query, sources]);
  const loadMore = async ({ id, more }: Command) => {
    const { signal, loading } = last.current;
    if (more === undefined || loading.has(id)) return;
    loading.add(id);
    const put = (inPlace: (command: Command, known: ReadonlySet<string>) => readonly Command[]) => {
      if (signal.aborted) return;
      setResults((before) => {
        const known = new Set(before.results.map((command) => command.id).filter((other) => other !== id));
        return {
          ...before,
          results: before.results.flatMap((command) => (command.id === id ? inPlace(command, known) : [command])),
        };
      });
    };
    put((command) => [{ ...command, note: "Loading…" }]);
    try {
      const found = await more(signal);
      put((_, known) => found.filter((command) => !known.has(command.id)));
      if (!signal.aborted) announce(`${found.filter((command) => command.more === undefined).length} more`);
    } catch (error) {
      put((command) => [{ ...command, note: errorSentence(error) }]);
    } finally {
      loading.delete(id);
    }
  };
  return { ...found, loadMore };
}

/** ⌘K: commands, then screens, then records that this console knows. The focus stays in the field; arrows and Enter choose. */
export default function Palette({ onClose }: { onClose: () => void }) {
  const [query, setQuery] = useState("");
  const dialog = useRef<HTMLDialogElement>(null);
  const { commands } = useCommandList();
  const { results, resultsFor, failure, loadMore } = useSearchResults(query);
  useLayoutEffect(() => {
    const element = dialog.current;
    if (element?.open === false) element.showModal();
    element?.querySelector("input")?.focus();
    return () => element?.close();
  }, []);
  const asked = query.replace(/^[>#]/, "").trim();
  const inService = useServiceLookUp(asked);
  // The service is offered where nothing known fits; a command may still have the letters in its name.
  const isUnknown = asked !== "" && resultsFor === asked && results.length === 0 && failure === null;
  const sections = bySection([...matching(commands, asked), ...results, ...(isUnknown ? inService.commands : [])]);
  const shown = sections.flatMap(([, inSection]) => inSection);
  const run = (command: Command) => {
    if (command.more !== undefined) return void loadMore(command);
    if (command.staysOpen !== true) dialog.current?.close();
    command.run();
  };
  const named = shown.findIndex(({ label }) => foldText(label) === foldText(asked));
  const isAnswered = asked === "" || query.startsWith(">") || resultsFor === asked;
  const none = shown.length > 0 ? null : isAnswered ? "No results" : "Searching…";
  const message =
    failure ??
    (isUnknown ? inService.message : null) ??
    (isAnswered && isShortOfPhone(asked) ? `A phone is found by ${fewestPhoneDigits} digits or more` : none);
  /** The text for which Enter was pressed before the search had answered: it takes effect with the answer. */
  const enteredFor = useRef<string | null>(null);
  const { active, inputProps, listProps, optionProps } = useCombobox({
    text: query,
    onText: setQuery,
    items: shown,
    initial: query === "" ? -1 : Math.max(named, 0),
    onChoose: run,
    onEnter: (moved) => {
      if (moved || isAnswered) return false;
      enteredFor.current = asked;
      return true;
    },
  });
  useEffect(() => {
    if (enteredFor.current === null || !isAnswered) return;
    const isStillAsked = enteredFor.current === asked;
    enteredFor.current = null;
    // An Enter pressed earlier must not start a search in the service.
    if (isStillAsked && active !== undefined && !inService.commands.includes(active)) run(active);
  });
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
          {...inputProps}
          type="text"
          aria-label="Search or run a command"
          placeholder="Search or run a command"
          onFocus={() => setQuery(takeTyped() + query)}
        />
      </div>
      <div {...listProps} aria-label="Commands and records" className={styles["list"]}>
        {sections.map(([section, inSection]) => (
          <div key={section} role="group" aria-label={section}>
            <div className={styles["group"]} aria-hidden="true">
              {section}
            </div>
            {inSection.map((command) => (
              <div key={command.id} {...optionProps(shown.indexOf(command))} className={styles["action"]}>
                {command.mark}
                <span>
                  {splitMatch(command.label, asked).map((part, index) =>
                    part.hit ? <u key={index}>{part.text}</u> : part.text,
                  )}
                </span>
                {command.note === undefined ? null : <span className={styles["note"]}>{command.note}</span>}
                {command.keys === undefined ? null : <Kbd keys={command.keys} hint />}
              </div>
            ))}
          </div>
        ))}
        {message === null ? null : (
          <div {...comboboxMessage} className={styles["none"]}>
            {message}
          </div>
        )}
      </div>
      <div className={styles["foot"]}>
        <p aria-hidden="true">
          <Kbd keys="arrowup arrowdown" /> move <Kbd keys="enter" /> open <Kbd keys=">" /> only commands
        </p>
        <p>
          {inService.canAsk
            ? "Searches what this console has seen. What it doesn’t know can be asked of the service."
            : "Searches what this console has seen. The service itself can’t be searched."}
        </p>
      </div>
    </dialog>
  );
}
