import { createContext, use, useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from "react";
import { Icon } from "./icon.tsx";
import { useKeys } from "./keys.tsx";
import styles from "./toasts.module.css";

export interface Toast {
  text: ReactNode;
  /** Offered until the time is up; ⌘Z does the same. */
  undo?: () => void;
  /** Called once when the time is up or the toast is closed, and not after undo. */
  onSettled?: () => void;
  seconds?: number;
}

interface ShownToast extends Toast {
  key: number;
}

const ToastContext = createContext<((toast: Toast) => void) | null>(null);

/** Shows a toast: `toast({ text: "2 changes withdrawn", undo })`. */
export function useToast(): (toast: Toast) => void {
  const show = use(ToastContext);
  if (show === null) throw new Error("ToastsProvider is missing above this component");
  return show;
}

export function ToastsProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<readonly ShownToast[]>([]);
  const nextKey = useRef(0);
  const show = useCallback((toast: Toast) => {
    const key = nextKey.current++;
    setToasts((shown) => [...shown, { ...toast, key }]);
  }, []);
  const remove = useCallback((key: number) => setToasts((shown) => shown.filter((toast) => toast.key !== key)), []);
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
  useKeys(bindings);
  return (
    <ToastContext value={show}>
      {children}
      <div className={styles["stack"]} role="status">
        {toasts.map(({ key, ...toast }) => (
          <ToastBox key={key} toast={toast} onGone={() => remove(key)} />
        ))}
      </div>
    </ToastContext>
  );
}

function ToastBox({ toast, onGone }: { toast: Toast; onGone: () => void }) {
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
  const { undo } = toast;
  return (
    <div
      className={styles["toast"]}
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
    >
      <span>{toast.text}</span>
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
