import { createContext, use, useEffect, useRef, useState, useSyncExternalStore, type ReactNode } from "react";

export interface Command {
  id: string;
  label: string;
  /** Shown after the label. */
  note?: string;
  /** The heading that it is listed under. */
  section: string;
  mark?: ReactNode;
  /** The shortcut to print beside it. */
  keys?: string;
  /** True for one whose outcome is shown in the palette itself. */
  staysOpen?: boolean;
  /** Loads what takes its place in the list, for one that stands for further results; it is not run then. */
  more?: (signal: AbortSignal) => Promise<readonly Command[]>;
  /** More words to search in. */
  words?: string;
  run: () => void;
}

/** Searches for records while a person types; the signal aborts when the text changes. */
export type CommandSource = (query: string, signal: AbortSignal) => Promise<readonly Command[]>;

class CommandRegistry {
  #entries: readonly { commands: readonly Command[] }[] = [];
  #sources: readonly CommandSource[] = [];
  #listeners = new Set<() => void>();
  #all: readonly Command[] = [];

  subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };
  all = () => this.#all;
  sources = () => this.#sources;

  add(commands: readonly Command[]) {
    const entry = { commands };
    this.#entries = [...this.#entries, entry];
    this.#notify();
    return () => {
      this.#entries = this.#entries.filter((known) => known !== entry);
      this.#notify();
    };
  }

  addSource(source: CommandSource) {
    this.#sources = [...this.#sources, source];
    this.#notify();
    return () => {
      this.#sources = this.#sources.filter((known) => known !== source);
      this.#notify();
    };
  }

  #notify() {
    this.#all = this.#entries.flatMap((entry) => entry.commands);
    for (const listener of this.#listeners) listener();
  }
}

const CommandContext = createContext<CommandRegistry | null>(null);

export function CommandsProvider({ children }: { children: ReactNode }) {
  const [book] = useState(() => new CommandRegistry());
  return <CommandContext value={book}>{children}</CommandContext>;
}

function useCommandRegistry(): CommandRegistry {
  const book = use(CommandContext);
  if (book === null) throw new Error("CommandsProvider is missing above this component");
  return book;
}

/** Adds commands to the palette while the component is mounted. */
export function useCommands(commands: readonly Command[]) {
  const book = useCommandRegistry();
  const latest = useRef(commands);
  useEffect(() => {
    latest.current = commands;
  });
  const names = commands.map(({ id, label, note }) => `${id}\n${label}\n${note ?? ""}`).join("\n\n");
  useEffect(
    () => book.add(latest.current.map((command, index) => ({ ...command, run: () => latest.current[index]?.run() }))),
    [book, names],
  );
}

/** Adds a search to the palette while the component is mounted. `source` must be stable. */
export function useCommandSource(source: CommandSource) {
  const book = useCommandRegistry();
  useEffect(() => book.addSource(source), [book, source]);
}

export function useCommandList() {
  const book = useCommandRegistry();
  const commands = useSyncExternalStore(book.subscribe, book.all);
  const sources = useSyncExternalStore(book.subscribe, book.sources);
  return { commands, sources };
}
