import { fireEvent, screen, waitFor } from "@testing-library/react";
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

it("takes what is typed from the first moment, and formats the digits once the formatter is there", async () => {
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
  expect(field.value).toBe("(415) 55");
  type("50142");
  expect(field.value).toBe("(415) 555-0142");
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
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("Number")));
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

it("stages what was typed before the formatter came as the formatter writes it", async () => {
  vi.resetModules();
  const [{ PhoneEditor }, { renderUi }] = await Promise.all([
    import("./phone-editor.tsx"),
    import("#/testing/render-ui.tsx"),
  ]);
  const spelling = { region: "US", hasExtension: false, hasLabel: false, format: "as-typed" } as const;
  const staged: unknown[] = [];
  const { unmount } = renderUi(
    <PhoneEditor {...handlers} start={null} spelling={spelling} onStage={({ number }) => staged.push(number)} />,
  );
  const field = screen.getByLabelText<HTMLInputElement>("Number");
  for (const letter of "4155550142") fireEvent.change(field, { target: { value: field.value + letter } });
  fireEvent.submit(field);
  await waitFor(() => expect(staged).toEqual(["(415) 555-0142"]));
  unmount();
});

it("offers to send what is no number only where the profile can write it, in words that are true", async () => {
  const offered = async (format: "e164" | "digits", number: string) => {
    const spelling = { region: "US", hasExtension: false, hasLabel: false, format };
    const { unmount } = renderUi(<PhoneEditor {...handlers} start={null} spelling={spelling} />);
    fireEvent.change(screen.getByLabelText("Number"), { target: { value: number } });
    const error = await screen.findByRole("alert");
    const label = screen.queryByRole("checkbox")?.closest("label")?.textContent ?? null;
    const message = error.querySelector("span:last-child")?.textContent;
    unmount();
    return [label?.startsWith("Send it anyway") ?? null, message];
  };
  const impossible = "This is not a possible phone number.";
  expect(await offered("e164", "call 12")).toEqual([
    null,
    `${impossible} It can’t be written as the service profile asks: in E.164 format.`,
  ]);
  expect(await offered("digits", "call 12")).toEqual([true, impossible]);
});

it("says how the service profile writes the number, whatever was typed", async () => {
  const spelling = { region: "US", hasExtension: false, hasLabel: false, format: "e164" } as const;
  const { unmount } = renderUi(<PhoneEditor {...handlers} start={null} spelling={spelling} />);
  fireEvent.change(screen.getByLabelText("Number"), { target: { value: "(312) 555-0111" } });
  const told = await screen.findByText(/^Reads as a number/);
  expect(told.textContent).toBe("Reads as a number in the United States. Written as +13125550111.");
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

it("says that a number is the one of the standard data, as long as it is", () => {
  const spelling = { region: "US", hasExtension: true, hasLabel: true, format: "as-typed" } as const;
  const standard = { number: "(312) 555-0111", extension: null, label: "Front desk" };
  const { unmount } = renderUi(
    <PhoneEditor
      {...handlers}
      start={{ ...standard, number: "(312) 555-0199" }}
      standard={standard}
      spelling={spelling}
    />,
  );
  const write = (value: string) => fireEvent.change(screen.getByLabelText("Number"), { target: { value } });
  const isTold = () => screen.queryByText(/This is what the standard data says now/) !== null;
  const told = ["(312) 555-0111", "(312) 555-0112"].map((number) => {
    write(number);
    return isTold();
  });
  expect(told).toEqual([true, false]);
  unmount();
});
