import { useRef } from "react";
import { Icon, type IconName } from "#/ui/display/icon.tsx";
import { Button } from "./button.tsx";

export interface FileButtonProps {
  label: string;
  /** `.csv,text/csv`. */
  accept: string;
  icon?: IconName;
  variant?: "default" | "filled";
  loading?: boolean;
  onFile: (file: File) => void;
}

/** Lets a person choose a file. */
export function FileButton({ label, accept, icon = "file", onFile, ...button }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button {...button} leftSection={<Icon name={icon} size={15} />} onClick={() => input.current?.click()}>
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
          if (file !== undefined) onFile(file);
        }}
      />
    </>
  );
}
