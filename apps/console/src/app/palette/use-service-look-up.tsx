import type { LookUpResults } from "@dc/contract";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { errorSentence } from "#/api/bff-error.ts";
import { connectionQuery } from "#/connection/queries.ts";
import { lookUpInService } from "#/features/search/queries.ts";
import { Icon } from "#/ui/display/icon.tsx";
import type { Command } from "#/ui/keyboard/commands.tsx";
import { usePageChrome } from "#/ui/page/page-chrome.ts";
import { paths } from "#/paths.ts";

interface Asked {
  text: string;
  /** Null while the service is asked. */
  answer: LookUpResults | { failure: string } | null;
}

/** What the palette can ask of the service, and what the service answered; nothing is asked until a person chooses it. */
export function useServiceLookUp(text: string): {
  /** Whether this service finds records by anything. */
  canAsk: boolean;
  commands: readonly Command[];
  /** The message below the results: that the service is being asked, found nothing, or why the search failed. */
  message: string | null;
} {
  const { data: connection } = useQuery(connectionQuery);
  const { scope } = usePageChrome();
  const navigate = useNavigate();
  const [asked, setAsked] = useState<Asked | null>(null);
  const isAsked = asked !== null && asked.text === text;
  const isAsking = isAsked && asked.answer === null;
  const indexId = scope?.id ?? null;
  useEffect(() => {
    if (!isAsking) return;
    const abort = new AbortController();
    const put = (answer: Asked["answer"]) => (abort.signal.aborted ? undefined : setAsked({ text, answer }));
    lookUpInService(text, indexId, abort.signal).then(put, (error: unknown) => put({ failure: errorSentence(error) }));
    return () => abort.abort();
  }, [isAsking, text, indexId]);
  const lookUps = connection?.rosterIds.lookUps ?? [];
  const canAsk = lookUps.length > 0;
  if (!canAsk || text.length < 2) return { canAsk, commands: [], message: null };
  if (!isAsked) {
    const by = [...new Set(lookUps.map(({ label }) => label))].join(" or ");
    return {
      canAsk,
      commands: [
        {
          id: "ask the service",
          label: `Ask the service for “${text}”`,
          note: `by ${by}`,
          section: "Not known here",
          mark: <Icon name="search" />,
          staysOpen: true,
          run: () => setAsked({ text, answer: null }),
        },
      ],
      message: null,
    };
  }
  const { answer } = asked;
  if (answer === null) return { canAsk, commands: [], message: "Asking the service…" };
  if (!("finds" in answer)) return { canAsk, commands: [], message: answer.failure };
  const open = ({ record, practitionerId }: LookUpResults["finds"][number]) =>
    practitionerId === null
      ? paths.directory.href({ indexId: answer.indexId }, { type: record.type, q: record.id })
      : paths.practitioner.href({ indexId: answer.indexId, practitionerId });
  return {
    canAsk,
    commands: answer.finds.map((find) => ({
      id: `asked ${find.record.type} ${find.record.id}`,
      label: find.name ?? find.record.id,
      note: `${find.record.id}, by ${find.by}`,
      section: `Asked of the service, in ${scope?.name ?? "the standard index"}`,
      mark: <Icon name={find.record.type === "practitioner" ? "person" : "clock"} />,
      run: () => void navigate(open(find)),
    })),
    message: answerMessage(answer, text),
  };
}

function answerMessage({ finds, by, more, failure }: LookUpResults, text: string): string | null {
  if (failure !== null) return `The service could not be asked. ${failure}`;
  if (by.length === 0) return `The service finds nobody by “${text}”: ask for a number or a name.`;
  if (finds.length === 0) return `The service finds nothing by ${by.join(" or ")} “${text}”.`;
  return more ? "The service has more than these. Type more of it." : null;
}
