import { maxLength } from "@dc/contract/limits";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { usePermissions } from "#/connection/permissions.tsx";
import { approvalSettingsQuery } from "#/connection/queries.ts";
import { countText } from "#/ui/display/count.tsx";
import { Button } from "#/ui/form/button.tsx";
import { TextAreaField } from "#/ui/form/field.tsx";
import { SideDrawer } from "#/ui/overlay/side-drawer.tsx";

const texts = {
  reject: {
    title: (of: string) => `Reject ${of}`,
    label: "Why",
    help: "The author reads it on each of them.",
    missing: "Enter a reason. The author reads it on the change.",
    most: maxLength.reason,
  },
  requests: {
    title: (of: string) => `Ask for changes of ${of}`,
    label: "What should change",
    help: "They cannot be applied before that is answered: by an edit, by splitting off, or by you.",
    missing: "Say what should change.",
    most: maxLength.comment,
  },
  "send all the same": {
    title: (of: string) => `Send ${of} all the same`,
    label: "Why",
    help: "What is there now is written over.",
    missing: "Enter a reason.",
    most: maxLength.reason,
  },
  "give way": {
    title: (of: string) => `Withdraw ${of}`,
    label: "Why",
    help: "Readers get what the index says now, and that is accepted.",
    missing: "Enter a reason.",
    most: maxLength.reason,
  },
  withdraw: {
    title: (of: string) => `Withdraw ${of}`,
    label: "Why",
    help: "What was not sent is withdrawn, and readers get the values of the index again. What was sent stays.",
    missing: "Enter a reason.",
    most: maxLength.reason,
  },
  "ask to withdraw": {
    title: (of: string) => `Ask to withdraw ${of}`,
    label: "Why",
    help: "Somebody else who may approve has to confirm it. Until then, readers get what they get now.",
    missing: "Enter a reason. Whoever confirms it reads it.",
    most: maxLength.reason,
  },
  comments: {
    title: (of: string) => `Comment on ${of}`,
    label: "Comment",
    help: "Everybody who sees the change set reads it.",
    missing: "Enter a comment.",
    most: maxLength.comment,
  },
} as const;

/** An act that needs words. */
type WordsVerb = keyof typeof texts;

export const needsWords = (verb: string): verb is WordsVerb => Object.hasOwn(texts, verb);

/** Whether withdrawing what readers get is done by the person who is signed in, or asked for. */
export function useWithdrawVerb(): "withdraw" | "ask to withdraw" {
  const { may } = usePermissions();
  const { data: settings } = useQuery(approvalSettingsQuery);
  return (settings?.required ?? 0) > (may("approve") ? 1 : 0) ? "ask to withdraw" : "withdraw";
}

interface WordsDrawerProps {
  verb: WordsVerb;
  /** Of how many changes; 0 for the set. */
  count: number;
  busy: boolean;
  onClose: () => void;
  onSay: (words: string) => void;
}

/** Asks for the words that an act on changes needs. */
export function WordsDrawer({ verb, count, busy, onClose, onSay }: WordsDrawerProps) {
  const [words, setWords] = useState("");
  const [isAsked, setAsked] = useState(false);
  const { title, label, help, missing, most } = texts[verb];
  const heading = title(count === 0 ? "this change set" : countText(count, "change"));
  const say = () => {
    setAsked(true);
    if (words.trim() !== "" && !busy) onSay(words);
  };
  return (
    <SideDrawer
      opened
      side="middle"
      title={heading}
      onClose={onClose}
      footer={
        <>
          <Button variant="subtle" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="filled" loading={busy} onClick={say}>
            {heading}
          </Button>
        </>
      }
    >
      <TextAreaField
        label={label}
        help={help}
        error={isAsked && words.trim() === "" ? missing : undefined}
        value={words}
        rows={3}
        maxLength={most}
        data-autofocus
        onChange={(event) => setWords(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) say();
        }}
      />
    </SideDrawer>
  );
}
