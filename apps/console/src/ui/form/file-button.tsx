import { useRef } from "react";
import { Icon } from "#/ui/display/icon.tsx";
import { Button } from "./button.tsx";
import { fileText } from "./file-text.ts";

export interface FileButtonProps {
  label: string;
  /** `.csv,text/csv`. */
  accept: string;
  /** Larger files are not read. */
  maxBytes: number;
  onText: (text: string, name: string) => void;
  onRefused: (sentence: string) => void;
}

/** Lets a person choose a text file and passes its text on. */
export function FileButton({ label, accept, maxBytes, onText, onRefused }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  const read = async (file: File) => {
    if (file.size > maxBytes) {
      onRefused(`“${file.name}” is larger than ${Math.floor(maxBytes / 1_000_000)} MB. Split it and add the parts.`);
      return;
    }
    let bytes: ArrayBuffer;
    try {
      bytes = await file.arrayBuffer();
    } catch {
      onRefused(`“${file.name}” can’t be read.`);
      return;
    }
    let text: string;
    try {
      text = fileText(new Uint8Array(bytes));
    } catch {
      onRefused(`“${file.name}” is not text. Save it as CSV, and choose that file.`);
      return;
    }
    onText(text, file.name);
  };
  return (
    <>
      <Button leftSection={<Icon name="file" size={15} />} onClick={() => input.current?.click()}>
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        accept={accept}
        hidden
        aria-label={label}
        onChange={(event) => {
          const file = event.target.files?.[0];
          event.target.value = "";
          if (file !== undefined) void read(file);
        }}
      />
    </>
  );
}
