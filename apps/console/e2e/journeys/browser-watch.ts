import type { BrowserContext, Page, Response } from "@playwright/test";
import { serviceKeyIn } from "#e2e/stack/service-key.ts";

const textual = /^(?:text\/|application\/(?:json|problem\+json|javascript|manifest\+json)|image\/svg)/;
/** Built files that were already searched. Their names contain a hash, so each is searched only once. */
const searchedFiles = new Set<string>();
const builtFile = /\/assets\/[^/]+-[\w-]{8}\.(?:js|css)$/;

/**
 * Watches every page of a context for console messages, policy violations, dialogs and failed scripts, and searches all
 * of it for the service's key.
 */
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

  /** Allows a console line that the journey causes on purpose, such as the browser's own line for a refused call. */
  allowConsoleLine(line: RegExp): void {
    this.#allowed.push(line);
  }

  /** How many responses were searched for the key. */
  get searchedResponses(): number {
    return this.#searchedResponses;
  }

  /** Every problem so far. It also searches the content and the storage of the open pages for the key. */
  async problems(): Promise<string[]> {
    await Promise.allSettled(this.#bodies);
    for (const page of this.#pages.filter((candidate) => !candidate.isClosed() && candidate.url().startsWith("http"))) {
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
      // The console asks before unsaved text is lost; a journey that leaves the page does so on purpose.
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
    // A page that was left or closed discards its last responses, so they may not be readable.
    const headers = await response.allHeaders().catch(() => null);
    if (headers === null) return;
    this.#search(`the headers of ${url}`, JSON.stringify(headers));
    this.#search("an address", url);
    const type = headers["content-type"] ?? "";
    // An event stream ends with its page, so that its body cannot be waited for. It has ids alone.
    if (!textual.test(type) || type.startsWith("text/event-stream")) return;
    const body = await response.text().catch(() => null);
    if (body === null) return;
    this.#searchedResponses += 1;
    this.#search(`the body of ${url}`, body);
  }

  #search(where: string, text: string): void {
    for (const form of serviceKeyIn(text)) this.#problems.push(`The service's key is in ${where}, as ${form}`);
  }
}
