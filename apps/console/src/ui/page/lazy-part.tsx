import { Component, type ComponentType, createElement, lazy, type MouseEvent, Suspense } from "react";
import { Button } from "#/ui/form/button.tsx";
import { ReadFailure } from "./read-failure.tsx";

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>;

interface LazyPartOptions {
  /** Where a failure is told, unless in the part's own place, or over the page as what can be closed; what shows little is tried again untold. */
  tells?: "over the page" | "nothing";
  /** Whether all of the nearest `Suspense` waits for it, so that nothing moves once shown. */
  holdsUp?: boolean;
}

interface State<Props> {
  failure: { error: unknown } | null;
  Part: ComponentType<Props>;
}

/** Closed before it is removed, a dialog gives the focus back. */
const showOver = (dialog: HTMLDialogElement) => {
  dialog.showModal();
  return () => dialog.close();
};
const closeAround = ({ currentTarget }: MouseEvent) => currentTarget.closest("dialog")?.close();

const UNTOLD_AGAIN_MS = 30_000;

/** A part of the page whose code is loaded when it is first shown. If that fails, it says so and loads again when asked, and the page stays. */
export function lazyPart<Props extends object>(load: Load<Props>, { tells, holdsUp }: LazyPartOptions = {}) {
  // Once it is loaded it is drawn without the delay of a fallback.
  let loaded: ComponentType<Props> | null = null;
  const loadPart: Load<Props> = async () => {
    const part = await load();
    loaded = part.default;
    return part;
  };
  let loading = lazy(loadPart);

  return class LazyPart extends Component<Props, State<Props>> {
    /** Begins to load it. Where that fails, showing it says so. */
    static readonly preload = () => loadPart().catch(() => null);
    static getDerivedStateFromError = (error: unknown) => ({ failure: { error } });
    override state: State<Props> = { failure: null, Part: loaded ?? loading };
    again: ReturnType<typeof setTimeout> | undefined;

    retry = () => this.setState({ failure: null, Part: loaded ?? loading });

    override componentDidCatch() {
      // A lazy component keeps its failure: what is tried next is another one.
      loading = lazy(loadPart);
      if (tells === "nothing" && loaded === null) this.again = setTimeout(this.retry, UNTOLD_AGAIN_MS);
    }

    override componentDidUpdate({ opened }: Props & { opened?: boolean }) {
      if (opened === false && this.state.failure !== null) this.retry();
    }

    override componentWillUnmount() {
      clearTimeout(this.again);
    }

    override render() {
      const { failure, Part } = this.state;
      const { opened, onClose }: { opened?: boolean; onClose?: () => void } = this.props;
      if (failure === null) {
        const part = createElement(Part, this.props);
        return holdsUp === true ? part : <Suspense fallback={null}>{part}</Suspense>;
      }
      if (tells === "nothing" || opened === false) return null;
      const told = <ReadFailure error={failure.error} onRetry={this.retry} />;
      if (tells === undefined && onClose === undefined) return told;
      return (
        <dialog
          aria-label="Not loaded"
          ref={showOver}
          style={{ borderRadius: 12, border: "1px solid var(--dc-line-strong)", background: "var(--dc-raised)" }}
          onClose={({ currentTarget }) => {
            if (!currentTarget.isConnected) return;
            if (onClose === undefined) return currentTarget.showModal();
            onClose();
          }}
        >
          {told}
          {onClose === undefined ? null : (
            <Button size="xs" variant="subtle" onClick={closeAround}>
              Close
            </Button>
          )}
        </dialog>
      );
    }
  };
}
