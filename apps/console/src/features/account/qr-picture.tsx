import { qrCode } from "./qr-code.ts";

/** Light modules around the code, without which phones do not find it. */
const MARGIN = 4;

/** A text as a QR code, dark on white in both colour schemes, since many phones read no other. */
export function QrPicture({ text, label }: { text: string; label: string }) {
  const rows = qrCode(text);
  const side = rows.length + 2 * MARGIN;
  const dark = rows
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x + MARGIN} ${y + MARGIN}h1v1h-1z` : "")))
    .join("");
  return (
    <svg
      role="img"
      aria-label={label}
      width={196}
      height={196}
      viewBox={`0 0 ${side} ${side}`}
      shapeRendering="crispEdges"
    >
      <rect width={side} height={side} fill="#fff" />
      <path d={dark} fill="#000" />
    </svg>
  );
}
