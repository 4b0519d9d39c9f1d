import { useEffect } from "react";
import { useLocation, useNavigationType } from "react-router";
import { isFocusUntouched } from "#/ui/keyboard/restore-focus.ts";
import { pageChrome } from "./page-chrome.ts";

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
