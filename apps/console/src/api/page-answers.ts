/** What the page says is as old as the page. */
const FRESH_MS = 10_000;

const pageAnswers = () => [...document.querySelectorAll<HTMLScriptElement>("script[data-address]")];

export const hasPageAnswers = (): boolean => pageAnswers().length > 0;

/** The answer for an address that the server has put into the page, so that it need not be asked for; each is taken once. */
export function takePageAnswer(address: string): string | undefined {
  const answer = pageAnswers().find(({ dataset }) => dataset["address"] === address);
  answer?.remove();
  return performance.now() < FRESH_MS ? answer?.text : undefined;
}
