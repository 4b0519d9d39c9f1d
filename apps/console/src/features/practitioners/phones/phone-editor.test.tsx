import { fireEvent, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { renderUi } from "#/testing/render-ui.tsx";
import { PhoneEditor } from "./phone-editor.tsx";

const handlers = { busy: false, typedAt: "a phone", onStage: () => {}, onLeave: () => {}, onCancel: () => {} };

it("offers only what the service has a place for", () => {
  const fieldsWhere = (hasExtension: boolean, hasLabel: boolean) => {
    const spelling = { region: "US", hasExtension, hasLabel, format: "as-typed" } as const;
    const { unmount } = renderUi(<PhoneEditor {...handlers} start={null} spelling={spelling} />);
    const shown = ["Number", "Extension", "Label"].filter((label) => screen.queryByLabelText(label) !== null);
    unmount();
    return shown;
  };
  expect(fieldsWhere(true, true)).toEqual(["Number", "Extension", "Label"]);
  expect(fieldsWhere(true, false)).toEqual(["Number", "Extension"]);
  expect(fieldsWhere(false, true)).toEqual(["Number", "Label"]);
  expect(fieldsWhere(false, false)).toEqual(["Number"]);
});

it("takes what is typed from the first moment, and leaves it as it is when the formatter comes", async () => {
  // Resets the modules, so that the formatter is not loaded yet, as on a page where no editor was opened.
  vi.resetModules();
  const [{ PhoneEditor }, { renderUi }] = await Promise.all([
    import("./phone-editor.tsx"),
    import("#/testing/render-ui.tsx"),
  ]);
  const spelling = { region: "US", hasExtension: false, hasLabel: false, format: "as-typed" } as const;
  const { unmount } = renderUi(<PhoneEditor {...handlers} start={null} spelling={spelling} />);
  const field = screen.getByLabelText<HTMLInputElement>("Number");
  const type = (text: string) => {
    for (const letter of text) fireEvent.change(field, { target: { value: field.value + letter } });
  };
  expect(document.activeElement).toBe(field);
  type("41555");
  expect(field.value).toBe("41555");
  await screen.findByText(/^Does not read as a phone number|^Reads as a number/);
  expect(field.value).toBe("41555");
  type("50142");
  expect(field.value).toBe("4155550142");
  fireEvent.change(field, { target: { value: "" } });
  type("4155550142");
  expect(field.value).toBe("(415) 555-0142");
  unmount();
});

it("sends what is not a possible number only as it stands, and lets one that the service has keep what it says", async () => {
  const spelling = { region: "US", hasExtension: true, hasLabel: true, format: "as-typed" } as const;
  const staged: unknown[] = [];
  const start = { number: "ask at the desk", extension: null, label: null };
  const { unmount } = renderUi(
    <PhoneEditor {...handlers} start={start} spelling={spelling} onStage={(...asked) => staged.push(asked)} />,
  );
  const stage = () => fireEvent.click(screen.getByRole("button", { name: "Stage" }));
  const write = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
  write("Number", "312-555-0111office 3local");
  await screen.findByText(/^Does not read as a phone number/);
  stage();
  expect(screen.getByText("This is not a possible phone number.")).toBeDefined();
  expect(staged).toEqual([]);
  fireEvent.click(screen.getByRole("checkbox", { name: /^Send as it stands/ }));
  stage();
  expect(staged).toEqual([[{ ...start, number: "312-555-0111office 3local" }, true]]);
  write("Number", "ask at the desk");
  write("Label", "Front desk");
  stage();
  expect(staged.at(-1)).toEqual([{ ...start, label: "Front desk" }, false]);
  unmount();
});

it("says how the service profile writes the number, whatever was typed", async () => {
  const spelling = { region: "US", hasExtension: false, hasLabel: false, format: "e164" } as const;
  const { unmount } = renderUi(<PhoneEditor {...handlers} start={null} spelling={spelling} />);
  fireEvent.change(screen.getByLabelText("Number"), { target: { value: "(312) 555-0111" } });
  const told = await screen.findByText(/^Reads as a number/);
  expect(told.textContent).toBe("Reads as a number in United States. Written as +13125550111.");
  unmount();
});

it("cuts nothing off, says what is too long, and knows that letters are no number before one asks", () => {
  const spelling = { region: "US", hasExtension: true, hasLabel: true, format: "as-typed" } as const;
  const staged: unknown[] = [];
  const { unmount } = renderUi(
    <PhoneEditor {...handlers} start={null} spelling={spelling} onStage={(phone) => staged.push(phone)} />,
  );
  const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
  const write = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });
  write("Number", "5".repeat(300));
  expect(field("Number").value).toHaveLength(300);
  expect(field("Number").maxLength).toBe(-1);
  expect(screen.getByText("At most 64 characters; this has 300.")).toBeDefined();
  fireEvent.click(screen.getByRole("button", { name: "Stage" }));
  expect(staged).toEqual([]);
  write("Number", "call us");
  expect(screen.getByText("This is not a possible phone number.")).toBeDefined();
  write("Number", "(415) 555-0142");
  write("Extension", "abc é");
  expect(screen.getByText(/Extensions usually contain only digits; this one is kept as typed\./)).toBeDefined();
  fireEvent.click(screen.getByRole("button", { name: "Stage" }));
  expect(staged).toEqual([{ number: "(415) 555-0142", extension: "abc é", label: null }]);
  unmount();
});
