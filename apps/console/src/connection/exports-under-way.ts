import { useSyncExternalStore } from "react";
import { bff, type BffRequest } from "#/api/bff.ts";
import { saveFile } from "#/ui/page/save-file.ts";

/** Sooner nothing is told, and so often at most. */
const TOLD_AFTER_MS = 400;
const TOLD_EVERY_MS = 200;

/** An export that is on its way: how much has come, once it takes long. */
export interface ExportUnderWay {
  bytes: number;
  cancel: () => void;
}

const underWay = new Map<string, ExportUnderWay>();
const told = new Set<() => void>();
const tell = () => {
  for (const each of told) each();
};
const subscribe = (onChange: () => void) => {
  told.add(onChange);
  return () => void told.delete(onChange);
};

/** The export of one of these addresses that takes long, also where it was begun on this page before. */
export function useExportUnderWay(addresses: readonly string[]): ExportUnderWay | undefined {
  return useSyncExternalStore(subscribe, () => addresses.map((address) => underWay.get(address)).find(Boolean));
}

/** Reads a file while the page is used on, and saves it; nothing where it was cancelled. */
export async function exportFile(address: string, query: BffRequest["query"]): Promise<void> {
  const controller = new AbortController();
  const { signal } = controller;
  const begun = performance.now();
  let toldAt = begun;
  let bytes = 0;
  const say = () => {
    toldAt = performance.now();
    underWay.set(address, { bytes, cancel: () => controller.abort() });
    tell();
  };
  const timer = setTimeout(say, TOLD_AFTER_MS);
  const onBytes = (soFar: number) => {
    bytes = soFar;
    const now = performance.now();
    if (now - begun > TOLD_AFTER_MS && now - toldAt > TOLD_EVERY_MS) say();
  };
  try {
    const { name, content } = await bff.file(address, { query, signal, onBytes });
    saveFile(name, content);
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    clearTimeout(timer);
    if (underWay.delete(address)) tell();
  }
}
