/** The line in which people write: commands with their options, choices and proposals, or plain messages. */

import * as command from "./command.ts";
import type { Callable, Typed } from "./command.ts";
import { button, fresh, h } from "./dom.ts";
import { act, upload, Wrong } from "./wire.ts";
import type { Choice, Option, Outcome, State } from "./wire.ts";

/** One line of the list: `put` is the whole text once it is picked, `then` what follows. */
interface Proposal {
  shown: string;
  about: string;
  mark: string;
  put: string;
  then?: () => void;
}

/** Where one is, and what becomes of an answer. */
export interface Place {
  who: () => string;
  channel: () => string;
  state: () => State;
  answered: (outcome: Outcome) => void;
}

const PAUSE = 120;

export class Composer {
  readonly element: HTMLElement;
  #place: Place;
  #list = h("ul", { role: "listbox", id: fresh("list"), "aria-label": "Proposals", class: "proposals", hidden: true });
  #input = h("input", {
    role: "combobox",
    "aria-autocomplete": "list",
    "aria-expanded": "false",
    "aria-controls": this.#list.id,
    "aria-label": "Write a message, or / for a command",
    placeholder: "Write a message, or / for a command",
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    enterkeyhint: "send",
    maxlength: 6000,
  });
  #hint = h("div", { class: "hint" });
  #wrong = h("p", { class: "wrong", role: "alert" });
  #file = h("input", { type: "file", hidden: true, "aria-label": "File" });
  #proposals: Proposal[] = [];
  #active = -1;
  #asked = 0;
  #timer = 0;
  #history: string[] = [];
  #back = 0;

  constructor(place: Place) {
    this.#place = place;
    const form = h("form", {}, this.#input, h("button", { class: "primary" }, "Send"));
    this.element = h("div", { class: "composer" }, this.#list, this.#hint, this.#wrong, form, this.#file);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.#send();
    });
    this.#input.addEventListener("input", () => this.#typed());
    this.#input.addEventListener("keydown", (event) => this.#key(event));
    this.#input.addEventListener("blur", () => setTimeout(() => this.#left(), 150));
    this.#input.addEventListener("focus", () => this.#input.value.startsWith("/") && this.#typed());
  }

  focus(): void {
    this.#input.focus();
  }

  /** Puts a text there to be gone on with. */
  put(text: string): void {
    this.#input.value = text;
    this.#input.focus();
    this.#typed();
  }

  tell(sentence: string): void {
    this.#wrong.textContent = sentence;
  }

  #callables(): Callable[] {
    return command.callables(this.#place.state().commands);
  }

  async #send(): Promise<void> {
    const text = this.#input.value.trim();
    if (!text) return;
    this.#input.value = "";
    this.#still();
    this.#close();
    this.#hint.replaceChildren();
    this.tell("");
    this.#history.push(text);
    this.#back = 0;
    const body = { as: this.#place.who(), channel: this.#place.channel() };
    try {
      const slash = text.startsWith("/");
      this.#place.answered(await (slash ? act("slash", { ...body, line: text }) : act("say", { ...body, content: text })));
    } catch (wrong) {
      if (!(wrong instanceof Wrong)) throw wrong;
      this.tell(wrong.message);
      if (!this.#input.value) this.#input.value = text;
    }
  }

  /** Nothing that was asked for is proposed any more. */
  #still(): void {
    this.#asked += 1;
    clearTimeout(this.#timer);
  }

  #typed(): void {
    const text = this.#input.value;
    this.#still();
    const asked = this.#asked;
    if (text) this.tell("");
    if (!text.startsWith("/")) {
      this.#hint.replaceChildren();
      return this.#close();
    }
    const all = this.#callables();
    const typed = command.read(text, all);
    if (!typed) {
      this.#hint.replaceChildren();
      return this.#show(commands(text, all), true);
    }
    this.#tell(typed);
    const option = typed.typing;
    if (!option) return this.#show(this.#options(typed, text), missing(typed).length > 0);
    const value = text.slice(typed.from);
    if (!option.autocomplete) {
      const fits = this.#values(option).filter((choice) => begins(choice.name, value));
      const known = fits.some((choice) => choice.name === value);
      const shown = fits.map((choice) => this.#proposal(typed, text, choice.name, choice.name, ""));
      return this.#show(known ? [] : [...shown, ...this.#named(typed, text)], value !== "" && !known);
    }
    this.#timer = window.setTimeout(() => void this.#propose(asked, typed, text), PAUSE);
  }

  async #propose(asked: number, typed: Typed, text: string): Promise<void> {
    const option = typed.typing;
    if (!option) return;
    const options = Object.fromEntries([...typed.given].map(([name, value]) => [name, unquoted(value)]));
    const body = { as: this.#place.who(), channel: this.#place.channel(), command: typed.command.name };
    let choices: Choice[] = [];
    try {
      choices = (await act("autocomplete", { ...body, options, focused: option.name })).choices ?? [];
    } catch (wrong) {
      // While an option before it is unfinished nothing is proposed; sending says what is wrong.
      if (!(wrong instanceof Wrong)) throw wrong;
    }
    if (asked !== this.#asked) return;
    const shown = choices.map((choice) =>
      this.#proposal(typed, text, choice.name, String(choice.value), choice.name === choice.value ? "" : String(choice.value)),
    );
    this.#show([...shown, ...this.#named(typed, text)], false);
  }

  #proposal(typed: Typed, text: string, shown: string, value: string, about: string): Proposal {
    return { shown, about, mark: "", put: `${text.slice(0, typed.from)}${command.quoted(value, typed.command)} ` };
  }

  #values(option: Option): Choice[] {
    if (option.choices) return option.choices;
    if (option.type === command.BOOLEAN) return ["true", "false"].map((word) => ({ name: word, value: word }));
    const state = this.#place.state();
    if (option.type === command.USER) return state.people.map((each) => ({ name: `@${each.name}`, value: each.name }));
    if (option.type === command.ROLE) return state.roles.map((each) => ({ name: `@${each.name}`, value: each.name }));
    if (option.type === command.CHANNEL) return state.channels.map((each) => ({ name: `#${each.name}`, value: each.name }));
    return [];
  }

  /** The options that are not given; required ones come first, as they were defined. */
  #options(typed: Typed, text: string): Proposal[] {
    const open = typed.command.options.filter((option) => !typed.given.has(option.name));
    return open.map((option) => this.#option(option, `${text.trimEnd()} ${option.name}:`));
  }

  /** The options whose names begin with the last word, as if the value had ended before it. */
  #named(typed: Typed, text: string): Proposal[] {
    const found = /\s([-\w]+)$/.exec(text);
    if (!found?.[1] || found.index < typed.from) return [];
    const start = text.slice(0, found.index);
    const open = typed.command.options.filter((option) => !typed.given.has(option.name));
    return open.filter((option) => option.name.startsWith(found[1] ?? "")).map((option) => this.#option(option, `${start} ${option.name}:`));
  }

  #option(option: Option, put: string): Proposal {
    const mark = option.required ? "required" : "";
    const about = `${option.description} (${command.kind(option)})`;
    const proposal: Proposal = { shown: `${option.name}:`, about, mark, put };
    if (option.type === command.ATTACHMENT) proposal.then = () => this.#choose(put);
    return proposal;
  }

  #choose(put: string): void {
    this.#file.value = "";
    this.#file.onchange = async () => {
      const file = this.#file.files?.[0];
      if (!file) return;
      try {
        this.put(`${put}${(await upload(this.#place.who(), file)).filename} `);
      } catch (wrong) {
        if (!(wrong instanceof Wrong)) throw wrong;
        this.tell(wrong.message);
      }
    };
    this.#file.click();
  }

  /** What the command is, and its options: those given, those that must be, those that may. */
  #tell(typed: Typed): void {
    const chips = typed.command.options.map((option) => {
      const given = typed.given.has(option.name);
      const label = `${given ? "✓ " : ""}${option.name}${option.required ? " *" : ""}`;
      const words = `${option.name}, ${command.kind(option)}${option.required ? ", required" : ""}${given ? ", given" : ""}`;
      const made = { class: given ? "chip given" : "chip", title: option.description, "aria-label": words, disabled: given };
      return button(label, { ...made, onclick: () => this.#take(option) });
    });
    const required = typed.command.options.some((option) => option.required);
    const about = `/${typed.command.name}: ${typed.command.description}${required ? "; * is required" : ""}`;
    this.#hint.replaceChildren(h("p", { class: "small" }, about), ...chips);
  }

  #take(option: Option): void {
    const put = `${this.#input.value.trimEnd()} ${option.name}:`;
    this.put(put);
    if (option.type === command.ATTACHMENT) this.#choose(put);
  }

  #show(proposals: Proposal[], first: boolean): void {
    this.#proposals = proposals;
    this.#active = first && proposals.length ? 0 : -1;
    this.#list.replaceChildren(
      ...proposals.map((proposal, place) =>
        h(
          "li",
          { role: "option", id: `${this.#list.id}-${place}`, onmousedown: (event: Event) => this.#pick(place, event) },
          h("bdi", { class: "shown" }, proposal.shown),
          proposal.mark && h("span", { class: "tag" }, proposal.mark),
          h("span", { class: "about" }, proposal.about),
        ),
      ),
    );
    this.#list.hidden = !proposals.length;
    this.#input.setAttribute("aria-expanded", String(proposals.length > 0));
    this.#mark();
  }

  #mark(): void {
    [...this.#list.children].forEach((line, place) => {
      line.setAttribute("aria-selected", String(place === this.#active));
      if (place === this.#active) line.scrollIntoView({ block: "nearest" });
    });
    if (this.#active < 0) this.#input.removeAttribute("aria-activedescendant");
    else this.#input.setAttribute("aria-activedescendant", `${this.#list.id}-${this.#active}`);
  }

  #close(): void {
    this.#show([], false);
  }

  /** A while after the line was left: nothing to close where one has come back to it. */
  #left(): void {
    if (document.activeElement !== this.#input) this.#close();
  }

  #pick(place: number, event: Event): void {
    event.preventDefault();
    const proposal = this.#proposals[place];
    if (!proposal) return;
    this.put(proposal.put);
    proposal.then?.();
  }

  #key(event: KeyboardEvent): void {
    const many = this.#proposals.length;
    if (event.key === "Escape") {
      if (many) event.preventDefault();
      this.#still();
      this.#close();
    } else if ((event.key === "ArrowDown" || event.key === "ArrowUp") && many) {
      event.preventDefault();
      const step = event.key === "ArrowDown" ? 1 : -1;
      this.#active = this.#active < 0 && step < 0 ? many - 1 : (this.#active + step + many) % many;
      this.#mark();
    } else if ((event.key === "Enter" || event.key === "Tab") && this.#active >= 0 && !event.shiftKey) {
      this.#pick(this.#active, event);
    } else if (event.key === "ArrowUp" && !this.#input.value && this.#history.length) {
      event.preventDefault();
      this.#back = Math.min(this.#back + 1, this.#history.length);
      this.#input.value = this.#history[this.#history.length - this.#back] ?? "";
    }
  }
}

function missing(typed: Typed): Option[] {
  return typed.command.options.filter((option) => option.required && !typed.given.has(option.name));
}

function commands(text: string, all: Callable[]): Proposal[] {
  const words = text.slice(1).toLowerCase();
  const fits = all.filter((each) => each.name.startsWith(words) || (!words.includes(" ") && each.name.includes(words)));
  const needs = (each: Callable): string => (each.options.length ? " " : "");
  return fits.map((each) => ({ shown: `/${each.name}`, about: each.description, mark: "", put: `/${each.name}${needs(each)}` }));
}

function begins(name: string, typed: string): boolean {
  return name.toLowerCase().includes(typed.trim().toLowerCase().replace(/^"/, ""));
}

function unquoted(value: string): string {
  return value.startsWith('"') ? value.replace(/^"|"$/g, "").replace(/\\(.)/g, "$1") : value;
}
