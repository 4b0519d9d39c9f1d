import { createContext, useEffect, useRef, useState, type ReactNode } from "react";
import { useRequiredContext } from "#/ui/page/use-required-context.ts";
import { Registry, useRegistered } from "./registry.ts";

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

const newRegistries = () => ({ commands: new Registry<Command>(), sources: new Registry<CommandSource>() });

const CommandContext = createContext<ReturnType<typeof newRegistries> | null>(null);

export function CommandsProvider({ children }: { children: ReactNode }) {
  const [registries] = useState(newRegistries);
  return <CommandContext value={registries}>{children}</CommandContext>;
}

/** Adds commands to the palette while the component is mounted. */
export function useCommands(commands: readonly Command[]) {
  const { commands: registry } = useRequiredContext(CommandContext);
  const latest = useRef(commands);
  useEffect(() => {
    latest.current = commands;
  });
  const names = commands.map(({ id, label, note }) => `${id}\n${label}\n${note ?? ""}`).join("\n\n");
  useEffect(
    () =>
      registry.add(latest.current.map((command, index) => ({ ...command, run: () => latest.current[index]?.run() }))),
    [registry, names],
  );
}

/** Adds a search to the palette while the component is mounted. `source` must be stable. */
export function useCommandSource(source: CommandSource) {
  const { sources } = useRequiredContext(CommandContext);
  useEffect(() => sources.add([source]), [sources, source]);
}

export function useCommandList() {
  const { commands, sources } = useRequiredContext(CommandContext);
  return { commands: useRegistered(commands), sources: useRegistered(sources) };
}
