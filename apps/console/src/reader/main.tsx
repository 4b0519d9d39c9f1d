import "#/theme/tokens.css";
import "#/theme/base.css";
import { createRoot } from "react-dom/client";
import { ReaderPage } from "./reader-page.tsx";

const root = document.getElementById("root");
if (root === null) throw new Error("brief.html has no #root");
// The fragment is sent to no server; the page sends it in a header.
createRoot(root).render(<ReaderPage secret={location.hash.slice(1)} />);
