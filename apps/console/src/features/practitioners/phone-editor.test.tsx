import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { renderUi } from "#/testing/render-ui.tsx";
import PhoneEditor from "./phone-editor.tsx";

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
