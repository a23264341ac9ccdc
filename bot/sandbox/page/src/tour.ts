/** The tour of the table: a post that only the visitor sees. */

import { button, h } from "./dom.ts";
import type { State } from "./wire.ts";

/** What the visitor can do with the tour. */
export interface Steps {
  play: (name: string) => void;
  commands: () => void;
  second: () => void;
  again: () => void;
  dismiss: () => void;
}

const PLAYS: Record<string, string> = {
  arnhem: "Watch the Arnhem fight",
  konrad: "Open the sample campaign",
};

export function tour(state: State, steps: Steps): HTMLElement {
  const kept = state.kept
    ? `This table is kept in ${state.kept}: its games go on when it is opened again.`
    : "Nothing is kept: this table is gone with the program. referee sandbox --database FILE keeps it.";
  return h(
    "article",
    { class: "post only tour", "aria-label": "A short tour" },
    h("header", {}, h("span", { class: "author" }, "The table"), h("span", { class: "tag" }, "TOUR")),
    h("p", {}, `This is a Discord of its own on your machine, and ${state.bot.username} is the real bot. Nothing here leaves the machine.`),
    h(
      "ol",
      {},
      h("li", {}, "You are one of several people: choose at the top who. What you type, that person types."),
      h("li", {}, "Type / to see what the bot can do. Enter takes a proposal, Enter again sends."),
      h("li", {}, "Every entry has a number and a hash at its foot, and a menu: right-click it, or press ⋯."),
    ),
    h("p", {}, kept),
    h(
      "div",
      { class: "row" },
      ...Object.keys(state.plays).map((name) =>
        button(PLAYS[name] ?? `Play ${name}`, { class: "primary", onclick: () => steps.play(name) }),
      ),
      button("See the commands", { onclick: steps.commands }),
      button("A second window", { onclick: steps.second }),
      state.again && button("Start again", { class: "danger", onclick: steps.again }),
      button("Dismiss", { class: "quiet", onclick: steps.dismiss }),
    ),
    h("p", { class: "note" }, "Only you can see this."),
  );
}
