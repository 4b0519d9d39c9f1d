import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { ServiceWords } from "./service-words.tsx";

const words = { status: 422, code: "invalid", message: "The request body is invalid.", requestId: null };

it("lists every reason that the service gave, and reads a receipt from before they were kept", () => {
  const details = [
    { field: "names.given", words: "Must not be empty.", code: null },
    { field: null, words: null, code: "too-many" },
    { field: null, words: null, code: "too-many" },
  ];
  const { rerender, container } = render(<ServiceWords words={{ ...words, details }} />);
  expect(screen.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    "names.given: Must not be empty.",
    "too-many",
  ]);
  rerender(<ServiceWords words={words} />);
  expect(container.textContent).toBe("422 · invalid · The request body is invalid.");
  rerender(<ServiceWords words={{ status: null, code: null, message: null, requestId: null }} />);
  expect(container.textContent).toBe("no message");
});
