import { useEffect, useLayoutEffect, useRef, useState } from "react";
import styles from "./tooltips.module.css";

const delayMs = 350;

interface Shown {
  text: string;
  target: HTMLElement;
}

/** True when the text of the element, or of a part of it, is truncated. */
function isCut(element: HTMLElement): boolean {
  return [element, ...element.querySelectorAll<HTMLElement>("*")].some(
    (part) => part.scrollWidth > part.clientWidth + 1 && part.clientWidth > 0,
  );
}

function tipOf(from: EventTarget | null): Shown | null {
  const target = from instanceof Element ? from.closest<HTMLElement>("[data-tip]") : null;
  const text = target?.dataset["tip"] ?? "";
  if (target === null || text === "" || (target.dataset["tipWhen"] === "cut" && !isCut(target))) return null;
  return { text, target };
}

/**
 * The tooltip of the page: shows `data-tip` on hover and focus, and with `data-tip-when="cut"` only where the text is
 * truncated. One element for all keeps long tables cheap.
 */
export default function Tooltips() {
  const [shown, setShown] = useState<Shown | null>(null);
  const box = useRef<HTMLDivElement>(null);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const show = (from: EventTarget | null, afterMs: number) => {
      clearTimeout(timer);
      const next = tipOf(from);
      if (next === null) setShown(null);
      else timer = setTimeout(() => setShown(next), afterMs);
    };
    const over = (event: PointerEvent) => event.pointerType !== "touch" && show(event.target, delayMs);
    const focus = (event: FocusEvent) => {
      if (event.target instanceof Element && event.target.matches(":focus-visible")) show(event.target, delayMs);
    };
    const hide = () => {
      clearTimeout(timer);
      setShown(null);
    };
    const key = (event: KeyboardEvent) => event.key === "Escape" && hide();
    document.addEventListener("pointerover", over);
    document.addEventListener("focusin", focus);
    document.addEventListener("focusout", hide);
    document.addEventListener("pointerdown", hide);
    document.addEventListener("keydown", key);
    document.addEventListener("scroll", hide, true);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("pointerover", over);
      document.removeEventListener("focusin", focus);
      document.removeEventListener("focusout", hide);
      document.removeEventListener("pointerdown", hide);
      document.removeEventListener("keydown", key);
      document.removeEventListener("scroll", hide, true);
    };
  }, []);

  useLayoutEffect(() => {
    const tip = box.current;
    if (shown === null || tip === null) return;
    const targetBox = shown.target.getBoundingClientRect();
    const tipBox = tip.getBoundingClientRect();
    const left = Math.min(
      Math.max(8, targetBox.left + targetBox.width / 2 - tipBox.width / 2),
      window.innerWidth - tipBox.width - 8,
    );
    const above = targetBox.top - tipBox.height - 6;
    const top = above < 8 ? targetBox.bottom + 6 : above;
    tip.style.translate = `${Math.round(left)}px ${Math.round(top)}px`;
  }, [shown]);

  if (shown === null || !shown.target.isConnected) return null;
  return (
    <div ref={box} className={styles["tip"]} role="tooltip">
      {shown.text}
    </div>
  );
}
