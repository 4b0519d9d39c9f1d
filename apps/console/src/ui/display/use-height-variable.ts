import { useEffect } from "react";

/**
 * Keeps the height of an element in a custom property of the document, so that others make room for it. An empty one has none: what
 * the document is given has the browser work out the styles of the whole page.
 */
export function useHeightVariable(element: HTMLElement | null, name: `--${string}`) {
  useEffect(() => {
    if (element === null) return;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => {
      if (element.offsetHeight === 0) style.removeProperty(name);
      else style.setProperty(name, `${element.offsetHeight}px`);
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      style.removeProperty(name);
    };
  }, [element, name]);
}
