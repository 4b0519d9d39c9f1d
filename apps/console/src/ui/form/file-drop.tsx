import { type DragEvent, type ReactNode, useState } from "react";
import styles from "./file-drop.module.css";

const hasFile = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes("Files");

/** Takes a file that is dropped on what it holds; whoever uses no mouse has the button beside it. */
export function FileDrop({ onFile, children }: { onFile: (file: File) => void; children: ReactNode }) {
  const [isOver, setIsOver] = useState(false);
  return (
    <div
      className={styles["drop"]}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        if (!hasFile(event)) return;
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setIsOver(false);
      }}
      onDrop={(event) => {
        if (!hasFile(event)) return;
        event.preventDefault();
        setIsOver(false);
        const [file] = event.dataTransfer.files;
        if (file !== undefined) onFile(file);
      }}
    >
      {children}
    </div>
  );
}
