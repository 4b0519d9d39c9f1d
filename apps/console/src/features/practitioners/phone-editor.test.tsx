import { fireEvent, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { renderUi } from "#/testing/render-ui.tsx";
import { PhoneEditor } from "./phone-editor.tsx";

it("offers only what the service has a place for", () => {
  const fieldsWhere = (hasExtension: boolean, hasLabel: boolean) => {
    const spelling = { region: "US", hasExtension, hasLabel };
    const { unmount } = renderUi(
      <PhoneEditor start={null} spelling={spelling} busy={false} onStage={() => {}} onLeave={() => {}} />,
    );
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
  const spelling = { region: "US", hasExtension: false, hasLabel: false };
  const { unmount } = renderUi(
    <PhoneEditor start={null} spelling={spelling} busy={false} onStage={() => {}} onLeave={() => {}} />,
  );
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

it("asks for digits in a number, and lets one that the service has without any keep what it says", () => {
  const spelling = { region: "US", hasExtension: true, hasLabel: true };
  const staged: unknown[] = [];
  const start = { number: "ask at the desk", extension: null, label: null };
  const { unmount } = renderUi(
    <PhoneEditor
      start={start}
      spelling={spelling}
      busy={false}
      onStage={(phone) => staged.push(phone)}
      onLeave={() => {}}
    />,
  );
  const stage = () => fireEvent.click(screen.getByRole("button", { name: "Stage" }));
  fireEvent.change(screen.getByLabelText("Number"), { target: { value: "hello" } });
  stage();
  expect(screen.getByText("A number needs digits.")).toBeDefined();
  expect(staged).toEqual([]);
  fireEvent.change(screen.getByLabelText("Number"), { target: { value: "ask at the desk" } });
  fireEvent.change(screen.getByLabelText("Label"), { target: { value: "Front desk" } });
  stage();
  expect(staged).toEqual([{ ...start, label: "Front desk" }]);
  unmount();
});
