import { Spotlight, createSpotlight } from "@mantine/spotlight";
import "@mantine/core/styles/Overlay.css";
import "@mantine/core/styles/ModalBase.css";
import "@mantine/core/styles/Modal.css";
import "@mantine/core/styles/Input.css";
import "@mantine/spotlight/styles.css";
import { useEffect, useState } from "react";
import { useCommandBook, type Command } from "#/ui/commands.tsx";
import { Icon } from "#/ui/icon.tsx";
import { Kbd } from "#/ui/kbd.tsx";
import styles from "./palette.module.css";
import { matching, splitMatch } from "./palette-match.ts";

const [store, spotlight] = createSpotlight();
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
      setFound([]);
      return;
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

/** ⌘K: verbs first, then places, then records that this console has seen. */
export default function Palette({ onClose }: { onClose: () => void }) {
  const [query, setQuery] = useState("");
  const { commands } = useCommandBook();
  const found = useFound(query);
  useEffect(() => spotlight.open(), []);
  const asked = query.replace(/^[>#]/, "").trim();
  const shown = [...matching(commands, asked), ...found];
  return (
    <Spotlight.Root
      store={store}
      query={query}
      onQueryChange={setQuery}
      onSpotlightClose={onClose}
      shortcut={null}
      radius={12}
      size={664}
      yOffset="10dvh"
      padding={0}
      transitionProps={{ duration: 0 }}
      overlayProps={{ color: "var(--dc-ink)", backgroundOpacity: 0, className: styles["scrim"] ?? "" }}
      attributes={{ content: { "aria-label": "Search or run a command" } }}
      classNames={{ content: styles["content"] ?? "" }}
    >
      <Spotlight.Search
        placeholder="Search or run a command"
        aria-label="Search or run a command"
        leftSection={<Icon name="search" />}
        className={styles["search"] ?? ""}
      />
      <Spotlight.ActionsList className={styles["list"] ?? ""}>
        {bySection(shown).map(([section, inSection]) => (
          <Spotlight.ActionsGroup key={section} label={section} className={styles["group"] ?? ""}>
            {inSection.map((command) => (
              <Spotlight.Action key={command.id} onClick={command.run} className={styles["action"] ?? ""}>
                {command.mark}
                <span>
                  {splitMatch(command.label, asked).map((part, at) => (part.hit ? <u key={at}>{part.text}</u> : part.text))}
                </span>
                {command.note === undefined ? null : <span className={styles["note"]}>{command.note}</span>}
                {command.keys === undefined ? null : <Kbd keys={command.keys} hint />}
              </Spotlight.Action>
            ))}
          </Spotlight.ActionsGroup>
        ))}
        {shown.length === 0 ? <Spotlight.Empty className={styles["note"] ?? ""}>Nothing here is called that.</Spotlight.Empty> : null}
      </Spotlight.ActionsList>
      <div className={styles["foot"]}>
        <p aria-hidden="true">
          <Kbd keys="arrowup arrowdown" /> move <Kbd keys="enter" /> open <Kbd keys=">" /> only commands
        </p>
        <p>Searches what this console has seen. The service itself can’t be searched.</p>
      </div>
    </Spotlight.Root>
  );
}
