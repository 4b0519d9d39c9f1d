import { useEffect } from "react";

/** Keeps the height of an element in a custom property of the document, so that others make room for it. */
export function useHeightVariable(element: HTMLElement | null, name: `--${string}`) {
  useEffect(() => {
    if (element === null) return;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => style.setProperty(name, `${element.offsetHeight}px`));
    observer.observe(element);
    return () => {
      observer.disconnect();
      style.removeProperty(name);
    };
  }, [element, name]);
}
