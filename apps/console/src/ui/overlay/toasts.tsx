import { createContext, useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from "react";
import { Icon } from "#/ui/display/icon.tsx";
import { useHeightVariable } from "#/ui/display/use-height-variable.ts";
import { useShortcuts } from "#/ui/keyboard/shortcuts.tsx";
import { useRequiredContext } from "#/ui/page/use-required-context.ts";
import styles from "./toasts.module.css";

export interface Toast {
  text: ReactNode;
  /** Offered until the toast disappears; ⌘Z does the same. */
  undo?: () => void;
  /** A next step, offered as a button. */
  action?: { label: string; run: () => void };
  /** Called when the toast disappears or is closed, but not after undo. */
  onSettled?: () => void;
  seconds?: number;
}

interface ShownToast extends Toast {
  key: number;
}

/** Shows a toast and returns a function that removes it early, for when it is no longer true. */
type ShowToast = (toast: Toast) => () => void;

const mostAtOnce = 2;

const ToastContext = createContext<ShowToast | null>(null);

/** Shows a toast: `toast({ text: "2 changes withdrawn", undo })`. */
export function useToast(): ShowToast {
  return useRequiredContext(ToastContext);
}

export function ToastsProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<readonly ShownToast[]>([]);
  const nextKey = useRef(0);
  const remove = useCallback((key: number) => setToasts((shown) => shown.filter((toast) => toast.key !== key)), []);
  const show = useCallback(
    (toast: Toast) => {
      const key = nextKey.current++;
      setToasts((shown) => [...shown, { ...toast, key }]);
      return () => remove(key);
    },
    [remove],
  );
  const last = toasts.findLast((toast) => toast.undo !== undefined);
  const bindings = useMemo(
    () =>
      last === undefined
        ? []
        : [
            {
              keys: "mod+z",
              label: "Undo",
              run: () => {
                remove(last.key);
                last.undo?.();
              },
            },
          ],
    [last, remove],
  );
  useShortcuts(bindings);
  const [stack, setStack] = useState<HTMLElement | null>(null);
  useHeightVariable(stack, "--dc-toasts");
  return (
    <ToastContext value={show}>
      {children}
      <div ref={setStack} className={styles["stack"]} role="status">
        {toasts.map(({ key, ...toast }, index) => (
          <ToastBox key={key} toast={toast} waits={index < toasts.length - mostAtOnce} onGone={() => remove(key)} />
        ))}
      </div>
    </ToastContext>
  );
}

interface ToastBoxProps {
  toast: Toast;
  /** Hidden behind newer toasts while its time runs on. */
  waits: boolean;
  onGone: () => void;
}

function ToastBox({ toast, waits, onGone }: ToastBoxProps) {
  const [left, setLeft] = useState(toast.seconds ?? 5);
  const [paused, setPaused] = useState(false);
  const settle = () => {
    onGone();
    toast.onSettled?.();
  };
  const latest = useRef(settle);
  useEffect(() => {
    latest.current = settle;
  });
  useEffect(() => {
    if (paused) return;
    if (left <= 0) {
      latest.current();
      return;
    }
    const timer = setTimeout(() => setLeft(left - 1), 1000);
    return () => clearTimeout(timer);
  }, [left, paused]);
  const { undo, action } = toast;
  return (
    <div
      className={styles["toast"]}
      hidden={waits}
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
    >
      <span>{toast.text}</span>
      {action === undefined ? null : (
        <button
          type="button"
          data-action
          onClick={() => {
            settle();
            action.run();
          }}
        >
          {action.label}
        </button>
      )}
      {undo === undefined ? null : (
        <button
          type="button"
          data-undo
          onClick={() => {
            onGone();
            undo();
          }}
        >
          Undo
          <span className={styles["left"]} aria-hidden="true">
            {left} s
          </span>
        </button>
      )}
      <button type="button" aria-label="Close" onClick={settle}>
        <Icon name="cross" size={14} />
      </button>
    </div>
  );
}
