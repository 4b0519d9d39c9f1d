import { useEffect } from "react";
import { useLocation, useNavigationType } from "react-router";
import { isFocusLost } from "#/ui/keyboard/restore-focus.ts";
import { pageChrome } from "./page-chrome.ts";

/** Nobody has moved the focus since the page was opened: it is nowhere, or on the heading. */
export function isFocusUntouched(): boolean {
  return isFocusLost() || document.activeElement?.tagName === "H1";
}

/** After Back or Forward, gives the focus to what a person had selected on the page, once it is there. */
export function useFocusOnReturn(selector: string, isReady: boolean) {
  const isReturn = useNavigationType() === "POP";
  const { pathname } = useLocation();
  useEffect(() => {
    if (!isReady || !isReturn) return undefined;
    const frame = requestAnimationFrame(() => {
      if (!pageChrome.isFirst() && isFocusUntouched()) document.querySelector<HTMLElement>(selector)?.focus();
    });
    return () => cancelAnimationFrame(frame);
  }, [isReady, isReturn, pathname, selector]);
}
