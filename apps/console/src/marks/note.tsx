import type { ReactNode } from "react";
import { Icon } from "#/ui/display/icon.tsx";
import type { Hue } from "#/ui/display/mark.tsx";
import { Callout, type CalloutProps } from "#/ui/page/callout.tsx";
import { State } from "./state.tsx";
import { Verdict } from "./verdict.tsx";

export type NoteKind = "plain" | "held" | "outside" | "stale" | "unknown" | "conflict" | "failed" | "refused" | "ok";

const faces: { [kind in NoteKind]: readonly [hue: Hue, mark: ReactNode] } = {
  plain: ["quiet", <State key="mark" state="draft" show="mark" label="note" />],
  held: ["held", <State key="mark" state="held" show="mark" />],
  outside: ["outside", <Verdict key="mark" verdict="outside" show="mark" />],
  stale: ["outside", <Icon key="mark" name="clock" size={15} label="old" />],
  unknown: ["outside", <State key="mark" state="unknown" show="mark" />],
  conflict: ["conflict", <Verdict key="mark" verdict="conflict" show="mark" />],
  failed: ["conflict", <State key="mark" state="failed" show="mark" />],
  refused: ["conflict", <State key="mark" state="refused" show="mark" />],
  ok: ["ok", <State key="mark" state="applied" show="mark" label="done" />],
};

export interface NoteProps extends Omit<CalloutProps, "hue" | "mark"> {
  kind: NoteKind;
}

/** One or two sentences about the content below, with a mark and at most two actions. */
export function Note({ kind, ...callout }: NoteProps) {
  const [hue, mark] = faces[kind];
  return <Callout {...callout} hue={hue} mark={mark} />;
}
