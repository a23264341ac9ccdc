/** A transcript played at this table, line by line, in a channel of its own. */

import { button, h } from "./dom.ts";
import { act, Wrong } from "./wire.ts";

const PAUSE = 400;
const CLICK = /^@(?:"[^"]+"|\S+)\s+\[/;

/** Shows each line before it is typed; waits where the referee asks what the transcript does not answer. */
export class Play {
  readonly element: HTMLElement;
  #said = h("p", { "aria-live": "polite" });
  #on = button("Go on", { class: "primary", hidden: true });
  #stopped = false;

  constructor(
    readonly title: string,
    readonly transcript: string,
    readonly channel: string,
  ) {
    const stop = button("Stop", { onclick: () => this.stop(), class: "quiet" });
    this.element = h("section", { class: "play", "aria-label": `Play: ${title}` }, this.#said, this.#on, stop);
  }

  stop(): void {
    this.#stopped = true;
    this.#on.click();
    this.element.remove();
  }

  async run(): Promise<void> {
    const lines = this.transcript.split("\n").filter((line) => line.trim() && !line.startsWith("# seed "));
    for (const [place, line] of lines.entries()) {
      if (this.#stopped) return;
      this.#said.textContent = line.replace(/^# /, "");
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
      if (line.startsWith("# ")) continue;
      try {
        const outcome = await act("line", { line, channel: this.channel });
        const asks = outcome.posts?.some((post) => !post.only && post.components.length);
        if (asks && !CLICK.test(lines[place + 1] ?? "")) await this.#wait("The referee asks. Answer with a button, then:");
      } catch (wrong) {
        if (!(wrong instanceof Wrong)) throw wrong;
        await this.#wait(`${line}: ${wrong.message}`);
      }
    }
    this.element.remove();
  }

  #wait(sentence: string): Promise<void> {
    this.#said.textContent = sentence;
    this.#on.hidden = false;
    return new Promise((resolve) => {
      this.#on.onclick = () => {
        this.#on.hidden = true;
        resolve();
      };
    });
  }
}
