const paths = {
  activity: "M1.5 8h3l2-5 3 10 2-5h3",
  auto: "M8 2.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11Zm0 0v11",
  back: "M6 3.5 2.5 7 6 10.5M3 7h6.5a3.5 3.5 0 0 1 0 7H7",
  bell: "M4 7a4 4 0 0 1 8 0c0 3.5 1.5 4.5 1.5 4.5h-11S4 10.5 4 7m2.7 6.5a1.5 1.5 0 0 0 2.6 0",
  book: "M3.5 12.2V3.6A1.6 1.6 0 0 1 5.1 2h7.4v8.6H5.1a1.6 1.6 0 0 0 0 3.2h7.4v-3.2M6 5h4",
  calendar: "M2.5 3.5h11v10h-11zM2.5 6.5h11M5.5 2v2.5m5-2.5v2.5M5.8 10l1.6 1.6 2.9-3",
  check: "m3 8.5 3.2 3.2L13 4.8",
  "chevron-down": "m4 6 4 4 4-4",
  "chevron-left": "M10 4 6 8l4 4",
  "chevron-right": "m6 4 4 4-4 4",
  "chevron-up": "m4 10 4-4 4 4",
  clock: "M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2Zm0 3v3.2l2.2 1.3",
  code: "m5.5 4.5-3.5 3.5 3.5 3.5m5-7 3.5 3.5-3.5 3.5",
  columns: "M2.5 3h11v10h-11zM6.2 3v10m3.6-10v10",
  copy: "M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3",
  cross: "m4 4 8 8m0-8-8 8",
  dots: "M3.5 8h.01M8 8h.01M12.5 8h.01",
  download: "M8 2.5v7.5m-3-3 3 3 3-3M3 13.5h10",
  edit: "M10.5 3 13 5.5 5.5 13 2.5 13.5 3 10.5z",
  eye: "M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8Zm6.5-1.8a1.8 1.8 0 1 0 0 3.6 1.8 1.8 0 0 0 0-3.6Z",
  file: "M9.5 2H4v12h8V4.5zM9.5 2v2.5H12",
  filter: "M2.5 4h11M4.5 8h7m-5 4h3",
  grip: "M6 4h.01M10 4h.01M6 8h.01M10 8h.01M6 12h.01M10 12h.01",
  keyboard: "M1.5 4.5h13v7.5h-13zM4 7h.01M6.7 7h.01M9.3 7h.01M12 7h.01M5 9.7h6",
  grid: "M2.5 2.5h11v11h-11zM2.5 6.2h11m-11 3.6h11M6.2 2.5v11m3.6-11v11",
  layers: "M8 2 14 5.2 8 8.4 2 5.2zM2 8l6 3.2L14 8M2 10.8 8 14l6-3.2",
  link: "M6.7 9.3 9.3 6.7M7 4.8l1.5-1.5a2.97 2.97 0 0 1 4.2 4.2L11.2 9M9 11.2l-1.5 1.5a2.97 2.97 0 0 1-4.2-4.2L4.8 7",
  key: "M9.8 2.5a3.7 3.7 0 1 0 0 7.4 3.7 3.7 0 0 0 0-7.4ZM7 9l-4.5 4.5m1.8-1.8 1.7 1.7M10.8 5.2h.01",
  lock: "M4 7.2h8v6H4zM5.7 7.2V5a2.3 2.3 0 0 1 4.6 0v2.2",
  monitor: "M2 3h12v8H2zM5.5 13.5h5M8 11v2.5",
  menu: "M2.5 4h11m-11 4h11m-11 4h11",
  minus: "M4 8h8",
  moon: "M13.5 9.5A6 6 0 0 1 6.5 2.5a6 6 0 1 0 7 7Z",
  overview: "M2.5 4h11m-11 4h7m-7 4h9",
  people:
    "M6 3a2.4 2.4 0 1 0 0 4.8A2.4 2.4 0 0 0 6 3ZM1.5 13c.5-2.3 2.3-3.4 4.5-3.4s4 1.1 4.5 3.4M10.8 3.2a2.3 2.3 0 0 1 0 4.4m1.2 2.3c1.4.4 2.2 1.5 2.5 3.1",
  person: "M8 2.5a2.7 2.7 0 1 0 0 5.4 2.7 2.7 0 0 0 0-5.4ZM2.8 13.5c.6-2.5 2.7-3.7 5.2-3.7s4.6 1.2 5.2 3.7",
  phone:
    "M4 2.5h2l1 3-1.5 1.2a8 8 0 0 0 3.8 3.8L10.5 9l3 1v2c0 .8-.7 1.5-1.5 1.5C6.5 13.5 2.5 9.5 2.5 4c0-.8.7-1.5 1.5-1.5Z",
  pin: "M8 10v4M5.5 2.5h5M6 2.5v4L4.2 9.8h7.6L10 6.5v-4",
  play: "M5 3.2 12.5 8 5 12.8z",
  plug: "M5.5 2.5v3m5-3v3M4 5.5h8v2.8a3.5 3.5 0 0 1-3.5 3.5h-1A3.5 3.5 0 0 1 4 8.3zM8 11.8v2.7",
  plus: "M8 3v10M3 8h10",
  printer: "M4.5 6V2.5h7V6M4.5 11.5h-2V6h11v5.5h-2M4.5 9.5h7v4h-7z",
  referrer: "M7 2.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5ZM2 13.5c.5-2.4 2.5-3.7 5-3.7M9.5 11.5h5m-2-2 2 2-2 2",
  refresh: "M13 5A5.5 5.5 0 1 0 13.5 8.5M13.5 2v3.3h-3.3",
  search: "M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9Zm3.3 7.8 3.4 3.4",
  set: "M9.5 2H4v12h8V4.5zM6 9h4m-4 2.5h2.5M6 6.5h2",
  sliders: "M2 4.5h7m3 0h2M9 2.8v3.4M2 11.5h2m3 0h7M7 9.8v3.4",
  "sign-out": "M6.5 2.5h-4v11h4M6 8h7.5m-3-3 3 3-3 3",
  speech: "M2.5 3h11v8H7l-3 2.5V11H2.5zM5 6h6M5 8.5h4",
  sun: "M8 5.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6ZM8 1.5v1.2m0 10.6v1.2M1.5 8h1.2m10.6 0h1.2M3.4 3.4l.9.9m7.4 7.4.9.9m0-9.2-.9.9m-7.4 7.4-.9.9",
  switch: "m5 6 3-3 3 3M5 10l3 3 3-3",
  upload: "M8 10V2.5m-3 3 3-3 3 3M3 13.5h10",
} as const;

export type IconName = keyof typeof paths;

export interface IconProps {
  name: IconName;
  size?: number;
  /** Read by screen readers; without a label they skip the icon. */
  label?: string;
}

/** A line icon on a 16 px grid, in the colour of the surrounding text. */
export function Icon({ name, size = 16, label }: IconProps) {
  const spoken = label === undefined ? { "aria-hidden": true } : { role: "img", "aria-label": label };
  const dotted = name === "dots" || name === "grip";
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth={dotted ? 2 : 1.4}
      strokeLinecap="round"
      strokeLinejoin="round"
      style={{ flex: "none", display: "block" }}
      {...spoken}
    >
      <path d={paths[name]} />
    </svg>
  );
}
