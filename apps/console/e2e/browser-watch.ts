import type { BrowserContext, Page, Response } from "@playwright/test";
import { canariesIn } from "./canary.ts";

const textual = /^(?:text\/|application\/(?:json|problem\+json|javascript|manifest\+json)|image\/svg)/;

/** Listens to every page of a context: the console, policy violations, dialogs, failed scripts, and the service's key anywhere. */
export class BrowserWatch {
  readonly #pages: Page[] = [];
  readonly #said: string[] = [];
  readonly #expected: RegExp[] = [];
  readonly #bodies: Promise<void>[] = [];
  #answers = 0;

  static async over(context: BrowserContext): Promise<BrowserWatch> {
    const watch = new BrowserWatch();
    await context.addInitScript(() => {
      document.addEventListener("securitypolicyviolation", (event) => {
        console.error(
          `policy violation: ${event.violatedDirective} ${event.blockedURI} ${event.sourceFile ?? ""}:${event.lineNumber}`,
        );
      });
    });
    context.on("page", (page) => watch.#follow(page));
    return watch;
  }

  /** A line of the console that this journey is right to bring about, such as the browser's own for a refused call. */
  expectSaid(line: RegExp): void {
    this.#expected.push(line);
  }

  /** How many answers were searched for the key. */
  get answers(): number {
    return this.#answers;
  }

  /** Everything that should not have been said, seen or kept so far. */
  async faults(): Promise<string[]> {
    await Promise.allSettled(this.#bodies);
    for (const page of this.#pages.filter((one) => !one.isClosed() && one.url().startsWith("http"))) {
      const kept = await page.evaluate(() =>
        JSON.stringify([
          Object.entries(localStorage),
          Object.entries(sessionStorage),
          document.cookie,
          document.documentElement.outerHTML,
        ]),
      );
      this.#search(`storage or page of ${page.url()}`, kept);
    }
    return this.#said.filter((line) => !this.#expected.some((expected) => expected.test(line)));
  }

  #follow(page: Page): void {
    this.#pages.push(page);
    page.on("console", (message) => {
      if (message.type() === "error" || message.type() === "warning") {
        this.#said.push(
          `${message.type()} at ${new URL(page.url(), "http://none").pathname}: ${message.text()} ${message.location().url}`,
        );
      }
      this.#search("a console message", message.text());
    });
    page.on("pageerror", (error) => this.#said.push(`uncaught at ${page.url()}: ${error.stack ?? error.message}`));
    page.on("dialog", (dialog) => {
      // The console's own question before typed text is lost; a journey that goes elsewhere means to.
      if (dialog.type() === "beforeunload") return void dialog.accept();
      this.#said.push(`dialog at ${page.url()}: ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on("response", (response) => void this.#bodies.push(this.#read(response)));
  }

  async #read(response: Response): Promise<void> {
    if (!response.url().startsWith("http")) return;
    const headers = await response.allHeaders();
    this.#search(`the headers of ${response.url()}`, JSON.stringify(headers));
    this.#search("an address", response.url());
    if (!textual.test(headers["content-type"] ?? "")) return;
    // A page that has moved on drops the bodies of its last answers.
    const body = await response.text().catch(() => null);
    if (body === null) return;
    this.#answers += 1;
    this.#search(`the body of ${response.url()}`, body);
  }

  #search(where: string, text: string): void {
    for (const form of canariesIn(text)) this.#said.push(`The service's key is in ${where}, as ${form}`);
  }
}
