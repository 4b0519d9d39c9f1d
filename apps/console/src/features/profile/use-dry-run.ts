import type { CheckProfileInput, ProfileReading } from "@dc/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { readByProfile } from "./queries.ts";

export interface DryRunIds {
  schedule: string;
  practitioner: string;
  indexId: string;
}

/** The result of a dry run, with the request that gave it. */
interface DryRun {
  reading: ProfileReading;
  at: string;
  of: string;
}

interface Kept {
  ids: DryRunIds;
  /** The ids of the first dry run; from then on every valid text is tried with them. */
  asked: DryRunIds | null;
  last: DryRun | null;
}

const key = ["profile-dry-run"];
const names = ["schedule", "practitioner", "indexId"] as const;
const pauseMs = 600;
const nothing: Kept = { ids: { schedule: "", practitioner: "", indexId: "" }, asked: null, last: null };

/** Runs a dry run on request, and then after each pause in typing; only one at a time. */
export function useDryRun(profile: CheckProfileInput["profile"] | null) {
  const client = useQueryClient();
  const [kept, setKept] = useState<Kept>(() => client.getQueryData<Kept>(key) ?? nothing);
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const latest = useRef(kept);
  const inFlight = useRef(false);
  const tried = useRef(kept.last?.of ?? null);
  const keep = (next: Partial<Kept>) => {
    latest.current = { ...latest.current, ...next };
    client.setQueryData<Kept>(key, latest.current);
    setKept(latest.current);
  };
  const { ids, asked, last } = kept;
  const wanted = profile === null || asked === null ? null : inputOf(profile, asked);
  const of = wanted === null ? null : JSON.stringify(wanted);

  const run = async (input: CheckProfileInput) => {
    if (inFlight.current) return;
    inFlight.current = true;
    const sent = JSON.stringify(input);
    tried.current = sent;
    setPending(true);
    setError(null);
    try {
      const reading = await readByProfile(input);
      if (reading !== null) keep({ last: { reading, at: new Date().toISOString(), of: sent } });
    } catch (failure) {
      setError(failure);
    } finally {
      inFlight.current = false;
      setPending(false);
    }
  };
  const runWanted = useRef(() => {});
  useEffect(() => {
    runWanted.current = () => {
      if (wanted !== null) void run(wanted);
    };
  });
  useEffect(() => {
    if (of === null || pending || of === tried.current) return;
    const timer = setTimeout(() => runWanted.current(), pauseMs);
    return () => clearTimeout(timer);
  }, [of, pending]);

  return {
    ids,
    choose: (chosen: Partial<DryRunIds>) => keep({ ids: { ...ids, ...chosen } }),
    /** Runs at once, or as soon as the typed text has been checked. */
    ask: () => {
      keep({ asked: ids });
      tried.current = null;
      if (profile !== null) void run(inputOf(profile, ids));
    },
    pending,
    error,
    last,
    isOld: pending || last?.of !== of,
  };
}

function inputOf(profile: CheckProfileInput["profile"], ids: DryRunIds): CheckProfileInput {
  const given = names.flatMap((name) => (ids[name].trim() === "" ? [] : [[name, ids[name].trim()] as const]));
  return { profile, read: Object.fromEntries(given) };
}
