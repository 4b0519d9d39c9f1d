import { useEffect, useRef, useState } from "react";

interface PressOnceRead {
  /** What is on screen. */
  ids: readonly string[];
  /** Whether it is not yet the set as it is now. */
  isBehind: boolean;
  go: () => void;
}

/** Goes by a press once the set as it is now is on screen; what was added meanwhile is counted, and nobody goes on over it. */
export function usePressOnceRead({ ids, isBehind, go }: PressOnceRead) {
  const [pressedOn, setPressedOn] = useState<ReadonlySet<string> | null>(null);
  const [added, setAdded] = useState(0);
  const isRead = pressedOn !== null && !isBehind;
  const goOn = useRef(() => {});
  useEffect(() => {
    goOn.current = () => {
      const unseen = ids.filter((id) => pressedOn?.has(id) !== true).length;
      setPressedOn(null);
      setAdded(unseen);
      if (unseen === 0) go();
    };
  });
  useEffect(() => {
    if (isRead) goOn.current();
  }, [isRead]);
  const press = () => {
    setAdded(0);
    if (isBehind) setPressedOn(new Set(ids));
    else go();
  };
  return { press, isWaiting: pressedOn !== null, added };
}
