import { useLayoutEffect, useRef, type ReactNode, type RefObject } from "react";
import styles from "./floating-panel.module.css";

const gap = 6;
const edge = 8;

function place(panel: HTMLElement, anchor: HTMLElement, align: "start" | "end") {
  const anchorBox = anchor.getBoundingClientRect();
  const panelBox = panel.getBoundingClientRect();
  const left = align === "end" ? anchorBox.right - panelBox.width : anchorBox.left;
  const below = anchorBox.bottom + gap;
  const fitsBelow = below + panelBox.height <= window.innerHeight - edge;
  const top = fitsBelow || anchorBox.top < panelBox.height + gap + edge ? below : anchorBox.top - panelBox.height - gap;
  panel.style.left = `${Math.round(Math.min(Math.max(edge, left), Math.max(edge, window.innerWidth - panelBox.width - edge)))}px`;
  panel.style.top = `${Math.round(Math.max(edge, Math.min(top, window.innerHeight - panelBox.height - edge)))}px`;
}

export interface FloatingPanelProps {
  anchor: RefObject<HTMLElement | null>;
  align?: "start" | "end";
  onClose: () => void;
  children: ReactNode;
}

/** A popover beside its anchor. Escape and a press outside close it, and the focus returns to the anchor. */
export function FloatingPanel({ anchor, align = "start", onClose, children }: FloatingPanelProps) {
  const panel = useRef<HTMLDivElement>(null);
  const close = useRef(onClose);
  useLayoutEffect(() => {
    close.current = onClose;
  });
  useLayoutEffect(() => {
    const element = panel.current;
    const target = anchor.current;
    if (element === null || target === null) return;
    if ("showPopover" in element) element.showPopover();
    place(element, target, align);
    element.querySelector<HTMLElement>("[data-autofocus]")?.focus({ preventScroll: true });
    const again = () => place(element, target, align);
    const outside = (event: PointerEvent) => {
      if (event.target instanceof Node && !element.contains(event.target) && !target.contains(event.target))
        close.current();
    };
    window.addEventListener("resize", again);
    document.addEventListener("pointerdown", outside, true);
    return () => {
      window.removeEventListener("resize", again);
      document.removeEventListener("pointerdown", outside, true);
      if (element.contains(document.activeElement) || document.activeElement === document.body) target.focus();
    };
  }, [anchor, align]);
  return (
    <div
      ref={panel}
      popover="manual"
      className={styles["panel"]}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || event.nativeEvent.isComposing) return;
        event.stopPropagation();
        event.preventDefault();
        onClose();
      }}
    >
      {children}
    </div>
  );
}
