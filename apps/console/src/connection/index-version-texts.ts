import type { Connection } from "@dc/contract";

interface IndexVersionTexts {
  /** What a directory is, on the page that creates one. */
  lede: string;
  /** Between the name of a new index version and that of the standard index. */
  createdAs: string;
  /** Between "A directory is" and "the standard index". */
  named: string;
}

const texts: { readonly [kind in Connection["indexVersions"]]: IndexVersionTexts } = {
  copy: {
    lede: "A stand-alone copy of the standard index for one referrer. Later base changes won’t flow into it; they are shown as drift.",
    createdAs: "as a copy of",
    named: "a named copy of",
  },
  "overlay-by-field": {
    lede: "A layer over the standard index for one referrer. A field follows base until it is first written here; later base changes of written fields are shown as drift.",
    createdAs: "as a layer over",
    named: "a named layer over",
  },
  "overlay-by-record": {
    lede: "A layer over the standard index for one referrer. A record follows base until it is first written here; later base changes of written records are shown as drift.",
    createdAs: "as a layer over",
    named: "a named layer over",
  },
};

/** What an index version is to the standard index, as the service profile says; a copy while that is not known. */
export function indexVersionTexts(connection: Connection | undefined): IndexVersionTexts {
  return texts[connection?.indexVersions ?? "copy"];
}
