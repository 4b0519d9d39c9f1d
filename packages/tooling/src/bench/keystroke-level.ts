import type { Locator, Page } from "playwright";

/** Seconds of the keystroke-level model's operators (Card, Moran and Newell, 1980): key or button, point, home, think. */
const OPERATORS = { K: 0.2, P: 1.1, H: 0.4, M: 1.35 };

export interface Effort {
  clicks: number;
  keys: number;
  /** What a practised person needs, with the waits. */
  seconds: number;
  /** What of it the machine was waited for. */
  waited: number;
}

/** A practised person's hands: counts what they do, and adds the time that the model and the machine take. */
export class Hands {
  readonly effort: Effort = { clicks: 0, keys: 0, seconds: 0, waited: 0 };
  #at: "mouse" | "keys" = "mouse";

  /** Makes up one's mind what comes next. */
  think(): void {
    this.effort.seconds += OPERATORS.M;
  }

  /** Points at something and presses the button so many times. */
  point(clicks = 1): void {
    this.#home("mouse");
    this.effort.clicks += clicks;
    this.effort.seconds += OPERATORS.P + clicks * OPERATORS.K;
  }

  /** Presses so many keys; a chord such as Ctrl+V counts as two. */
  strike(keys: number): void {
    this.#home("keys");
    this.effort.keys += keys;
    this.effort.seconds += keys * OPERATORS.K;
  }

  /** Does it, and counts how long the machine took. */
  async wait<T>(work: () => Promise<T>): Promise<T> {
    const since = performance.now();
    const outcome = await work();
    const took = (performance.now() - since) / 1000;
    this.effort.seconds += took;
    this.effort.waited += took;
    return outcome;
  }

  #home(at: "mouse" | "keys"): void {
    if (this.#at === at) return;
    this.#at = at;
    this.effort.seconds += OPERATORS.H;
  }
}

/** The hands on a page: each step is really taken in the browser as it is counted. */
export class PageHands extends Hands {
  readonly #page: Page;

  constructor(page: Page) {
    super();
    this.#page = page;
  }

  async click(what: Locator): Promise<void> {
    this.think();
    this.point();
    await this.wait(() => what.click());
  }

  async type(text: string): Promise<void> {
    this.strike(text.length);
    await this.wait(() => this.#page.keyboard.type(text));
  }

  async chord(keys: string): Promise<void> {
    this.strike(keys.split("+").length);
    await this.wait(() => this.#page.keyboard.press(keys));
  }

  /** Pastes what was copied before; the keys of the paste alone are counted. */
  async paste(text: string): Promise<void> {
    this.strike(2);
    await this.wait(() => this.#page.keyboard.insertText(text));
  }

  async see(what: Locator): Promise<void> {
    await this.wait(() => what.first().waitFor());
  }
}
