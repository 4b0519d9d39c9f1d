import type { Locator, Page } from "playwright";

/** Seconds of the keystroke-level model's operators (Card, Moran and Newell, 1980): key or button, point, home, think. */
const OPERATORS = { K: 0.2, P: 1.1, H: 0.4, M: 1.35 };

export interface Effort {
  clicks: number;
  keys: number;
  /** Seconds that a practised person needs, waits included. */
  seconds: number;
  /** Seconds of these spent waiting for the machine. */
  waited: number;
}

/** Adds up the time of a practised person's actions: the model's time for each, and the measured waits. */
export class Hands {
  readonly effort: Effort = { clicks: 0, keys: 0, seconds: 0, waited: 0 };
  #at: "mouse" | "keys" = "mouse";

  /** Adds the time to decide on the next action. */
  think(): void {
    this.effort.seconds += OPERATORS.M;
  }

  /** Adds the time to point at something and press the button that many times. */
  point(clicks = 1): void {
    this.#home("mouse");
    this.effort.clicks += clicks;
    this.effort.seconds += OPERATORS.P + clicks * OPERATORS.K;
  }

  /** Adds the time to press that many keys; a chord such as Ctrl+V counts as two. */
  strike(keys: number): void {
    this.#home("keys");
    this.effort.keys += keys;
    this.effort.seconds += keys * OPERATORS.K;
  }

  /** Does the work and adds the time that the machine took. */
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

/** Actions on a page: each is counted and carried out in the browser. */
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

  /** Pastes text that was copied before; only the keys of the paste are counted. */
  async paste(text: string): Promise<void> {
    this.strike(2);
    await this.wait(() => this.#page.keyboard.insertText(text));
  }

  async see(what: Locator): Promise<void> {
    await this.wait(() => what.first().waitFor());
  }
}
