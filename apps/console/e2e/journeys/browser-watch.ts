import type { BrowserContext, Page, Response } from "@playwright/test";
import { serviceKeyIn } from "#e2e/stack/service-key.ts";

const textual = /^(?:text\/|application\/(?:json|problem\+json|javascript|manifest\+json)|image\/svg)/;
/** The built files, named by their content: each is searched once, however many pages load it. */
const searchedFiles = new Set<string>();
const builtFile = /\/assets\/[^/]+-[\w-]{8}\.(?:js|css)$/;

/** Listens to every page of a context: to the console, policy violations, dialogs and failed scripts, and for the service's key anywhere. */
export class BrowserWatch {
  readonly #pages: Page[] = [];
  readonly #problems: string[] = [];
  readonly #allowed: RegExp[] = [];
  readonly #bodies: Promise<void>[] = [];
  #searchedResponses = 0;

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

  /** A console line that this journey causes on purpose, such as the browser's own for a refused call. */
  allowConsoleLine(line: RegExp): void {
    this.#allowed.push(line);
  }

  /** How many responses were searched for the key. */
  get searchedResponses(): number {
    return this.#searchedResponses;
  }

  /** Every problem so far, after a search of what the open pages show and store. */
  async problems(): Promise<string[]> {
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
    return this.#problems.filter((line) => !this.#allowed.some((allowed) => allowed.test(line)));
  }

  #follow(page: Page): void {
    this.#pages.push(page);
    page.on("console", (message) => {
      if (message.type() === "error" || message.type() === "warning") {
        this.#problems.push(
          `${message.type()} at ${new URL(page.url(), "http://none").pathname}: ${message.text()} ${message.location().url}`,
        );
      }
      this.#search("a console message", message.text());
    });
    page.on("pageerror", (error) => this.#problems.push(`uncaught at ${page.url()}: ${error.stack ?? error.message}`));
    page.on("dialog", (dialog) => {
      // The console's own question before typed text is lost; a journey that leaves the page means to.
      if (dialog.type() === "beforeunload") return void dialog.accept();
      this.#problems.push(`dialog at ${page.url()}: ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on("response", (response) => void this.#bodies.push(this.#read(response)));
  }

  async #read(response: Response): Promise<void> {
    const url = response.url();
    if (!url.startsWith("http") || searchedFiles.has(url)) return;
    if (builtFile.test(url)) searchedFiles.add(url);
    // A page that has moved on, or was closed, drops what is left of its last responses.
    const headers = await response.allHeaders().catch(() => null);
    if (headers === null) return;
    this.#search(`the headers of ${url}`, JSON.stringify(headers));
    this.#search("an address", url);
    if (!textual.test(headers["content-type"] ?? "")) return;
    const body = await response.text().catch(() => null);
    if (body === null) return;
    this.#searchedResponses += 1;
    this.#search(`the body of ${url}`, body);
  }

  #search(where: string, text: string): void {
    for (const form of serviceKeyIn(text)) this.#problems.push(`The service's key is in ${where}, as ${form}`);
  }
}
