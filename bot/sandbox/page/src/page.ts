/** The table in a browser: who one is, the channels, their posts, and the line in which one writes. */

import { Composer } from "./composer.ts";
import { ask, button, dialog, fresh, h, name } from "./dom.ts";
import { Log, pins } from "./log.ts";
import { menu } from "./menu.ts";
import type { Item } from "./menu.ts";
import { controls, form } from "./parts.ts";
import { Play } from "./play.ts";
import { drawn } from "./post.ts";
import { tour } from "./tour.ts";
import { act, Live, look, Wrong } from "./wire.ts";
import type { Channel, Frame, Outcome, Post, State } from "./wire.ts";

const PEOPLE = ["alice", "bob", "GoW", "spectator"];
const OTHER = "\u0000";
const THEMES = ["system", "dark", "light"];
const MESSAGE_MENU = 3;

class Page {
  #state!: State;
  #who = "";
  #channel = "";
  #live: Live | null = null;
  #unread = new Set<string>();
  #listed = "";
  #toured = false;
  #log = new Log((post) => this.#dressed(post));
  #composer = new Composer({
    who: () => this.#who,
    channel: () => this.#channel,
    state: () => this.#state,
    answered: (outcome) => this.#answered(outcome),
  });
  #channels = h("ul", {});
  #title = h("h1", {});
  #status = h("p", { class: "status", role: "status" });
  #people = h("select", { id: "who", onchange: () => void this.#chosen() });
  #strip = h("div", {});
  #hand = {
    who: () => this.#who,
    answered: (outcome: Outcome) => this.#answered(outcome),
    wrong: (sentence: string) => this.#composer.tell(sentence),
  };

  async start(): Promise<void> {
    this.#state = await look<State>("");
    this.#build();
    addEventListener("hashchange", () => void this.#arrive());
    await this.#arrive();
    this.#composer.focus();
  }

  #build(): void {
    const theme = button("Theme", { class: "quiet", onclick: () => theme.replaceChildren(`Theme: ${themed(1)}`) });
    theme.replaceChildren(`Theme: ${themed(0)}`);
    document.body.replaceChildren(
      h(
        "header",
        { class: "top" },
        h("a", { class: "skip", href: "#", onclick: (event: Event) => this.#skip(event) }, "To the line you write in"),
        h("span", { class: "guild" }, name(this.#state.guild.name)),
        this.#status,
        h("span", { class: "who" }, h("label", { for: "who" }, "You are"), this.#people),
        button("Second window", { class: "quiet", onclick: () => this.#second() }),
        button("Tour", { class: "quiet", onclick: () => this.#tour() }),
        theme,
      ),
      h(
        "nav",
        { "aria-label": "Channels" },
        this.#channels,
        button("New channel", { class: "quiet", onclick: () => void this.#open("channels", "Name of the channel") }),
      ),
      h(
        "main",
        {},
        h(
          "div",
          { class: "bar" },
          this.#title,
          button("Pinned", { class: "quiet", onclick: () => void this.#try(() => pins(this.#who, this.#channel)) }),
          button("New thread", { class: "quiet", onclick: () => void this.#open("threads", "Name of the thread") }),
        ),
        this.#log.element,
        this.#strip,
        this.#composer.element,
      ),
    );
  }

  #skip(event: Event): void {
    event.preventDefault();
    this.#composer.focus();
  }

  /** The address says who and where: #alice/table. */
  async #arrive(): Promise<void> {
    const [who, channel] = location.hash.slice(1).split("/").map(decoded);
    const known = this.#state.channels.some((each) => each.name === channel);
    const place = (known && channel) || this.#state.channels[0]?.name || "";
    const person = who || PEOPLE[0] || "";
    const other = person !== this.#who;
    this.#who = person;
    this.#channel = place;
    this.#unread.delete(place);
    history.replaceState(null, "", hash(person, place));
    const there = await this.#try(async () => {
      if (other) await this.#listen();
      await this.#log.open(person, place);
    });
    this.#tell();
    if (there) return this.#welcome();
    this.#who = "";
    setTimeout(() => void this.#arrive(), 1000);
  }

  async #listen(): Promise<void> {
    this.#live?.close();
    await Promise.all([...new Set([...PEOPLE, this.#who])].map((person) => act("people", { name: person })));
    this.#state = await look<State>("");
    this.#live = new Live(
      this.#who,
      this.#state.last,
      (frame) => this.#heard(frame),
      (yes) => this.#connected(yes),
    );
  }

  #heard(frame: Frame): void {
    if ("state" in frame) {
      this.#state = frame.state;
      if (!this.#state.channels.some((each) => each.name === this.#channel)) this.#go(this.#state.channels[0]?.name ?? "");
      this.#tell();
    } else if (frame.event === "emptied") {
      this.#log.clear();
      this.#unread.clear();
      this.#toured = false;
      this.#welcome();
    } else if (frame.event !== "modal") {
      this.#seen(frame.event, frame.channel, frame.post);
    }
  }

  #seen(event: "created" | "edited" | "deleted", channel: string, post: Post): void {
    if (channel !== this.#channel) {
      if (event === "created") this.#unread.add(channel);
      this.#tell();
    } else if (event === "deleted") {
      this.#log.remove(post.id);
    } else {
      this.#log.end(null);
      this.#log.put(post);
    }
  }

  #connected(yes: boolean): void {
    const before = document.documentElement.hasAttribute("data-lost");
    document.documentElement.toggleAttribute("data-lost", !yes);
    if (yes && before) void this.#try(() => this.#log.open(this.#who, this.#channel));
    this.#tell();
  }

  /** All that is said of the table, beside the posts. */
  #tell(): void {
    const lost = document.documentElement.hasAttribute("data-lost");
    const bot = this.#state.bot.username;
    const kept = this.#state.kept ? `kept in ${this.#state.kept}` : "nothing is kept";
    const ready = this.#state.ready ? `${bot} is here` : `${bot} is away: it is starting again`;
    this.#status.replaceChildren(h("bdi", {}, lost ? "The table does not answer; trying again" : `${ready}; ${kept}`));
    this.#status.className = lost || !this.#state.ready ? "status away" : "status";
    this.#title.replaceChildren("#", name(this.#channel));
    document.title = `#${this.#channel} as ${this.#who}`;
    const names = new Set([...PEOPLE, ...this.#state.people.map((person) => person.name), this.#who]);
    // Whoever has the focus in one of the lists keeps it while nothing in them changes.
    const listed = JSON.stringify([this.#state.channels, [...this.#unread], this.#channel, [...names], this.#who]);
    if (listed === this.#listed) return;
    this.#listed = listed;
    this.#channels.replaceChildren(...ordered(this.#state.channels).map((channel) => this.#link(channel)));
    this.#people.replaceChildren(
      ...[...names].map((each) => h("option", { value: each, selected: each === this.#who }, role(each))),
      h("option", { value: OTHER }, "somebody else …"),
    );
    this.#people.value = this.#who;
  }

  #link(channel: Channel): HTMLElement {
    const here = channel.name === this.#channel;
    const unread = this.#unread.has(channel.name);
    const made = { href: hash(this.#who, channel.name), "aria-current": here ? "page" : null, class: unread ? "unread" : null };
    const marks = [channel.archived && "archived", channel.locked && "locked", unread && "new posts"].filter(Boolean);
    const line = h("a", made, channel.thread_of ? "↳ " : "# ", name(channel.name), marks.length ? ` (${marks.join(", ")})` : "");
    return h("li", { class: channel.thread_of ? "thread" : null }, line);
  }

  #go(channel: string): void {
    location.hash = hash(this.#who, channel);
  }

  async #chosen(): Promise<void> {
    const chosen = this.#people.value;
    const who = chosen === OTHER ? await ask("Who are you?", "Name") : chosen;
    if (who) location.hash = hash(who, this.#channel);
    else this.#people.value = this.#who;
  }

  async #open(word: "channels" | "threads", label: string): Promise<void> {
    const chosen = await ask(label, label);
    if (!chosen) return;
    await this.#try(async () => {
      const made = await act<{ name: string }>(word, { as: this.#who, channel: this.#channel, name: chosen });
      this.#state = await look<State>("");
      this.#go(made.name);
    });
  }

  #second(): void {
    const other = PEOPLE.find((each) => each !== this.#who) ?? "bob";
    open(`${location.pathname}${hash(other, this.#channel)}`, "_blank", "noopener");
  }

  /** A first visit finds the tour in the channel. */
  #welcome(): void {
    if (!this.#toured && this.#log.empty) this.#tour();
  }

  #tour(): void {
    this.#toured = true;
    const shown = tour(this.#state, {
      play: (title) => void this.#try(() => this.#play(title)),
      commands: () => this.#composer.put("/"),
      second: () => this.#second(),
      again: () => this.#again(),
      dismiss: () => this.#log.end(null),
    });
    this.#log.end(shown);
  }

  async #play(title: string): Promise<void> {
    const names = new Set(this.#state.channels.map((channel) => channel.name));
    let channel = title;
    for (let count = 2; names.has(channel); count += 1) channel = `${title}-${count}`;
    await act("channels", { name: channel });
    this.#state = await look<State>("");
    this.#go(channel);
    const play = new Play(title, this.#state.plays[title] ?? "", channel);
    this.#strip.replaceChildren(play.element);
    await play.run();
  }

  #again(): void {
    const sure = button("Start again", {
      class: "danger",
      onclick: async () => {
        sure.disabled = true;
        await this.#try(() => act("again", {}));
        asked.close();
      },
    });
    const asked = dialog("Start again?", h("p", {}, "Every game, post and channel of this table is thrown away."), sure);
  }

  #dressed(post: Post): HTMLElement {
    const more = button("⋯", { class: "quiet more", "aria-label": "Menu of this post", "aria-haspopup": "menu" });
    more.addEventListener("click", () => this.#menu(post, more));
    const shown = drawn(post, controls(post, this.#hand), more);
    shown.addEventListener("contextmenu", (event) => {
      if ((event.target as Element).closest("a")) return;
      event.preventDefault();
      this.#menu(post, more);
    });
    return shown;
  }

  #menu(post: Post, beside: HTMLElement): void {
    const own = this.#state.commands.filter((command) => command.type === MESSAGE_MENU);
    const items: Item[] = own.map((command) => ({
      label: command.name,
      does: () => void this.#try(async () => this.#answered(await act("menu", { ...this.#place(), command: command.name, message: post.id }))),
    }));
    const copied = [post.content, ...post.embeds.flatMap((embed) => [embed.title, embed.description, embed.footer?.text])];
    items.push({ label: "Copy text", does: () => void this.#try(() => navigator.clipboard.writeText(copied.filter(Boolean).join("\n"))) });
    if (post.only) items.push({ label: "Dismiss", does: () => this.#log.remove(post.id) });
    menu(items, beside);
  }

  #place(): { as: string; channel: string } {
    return { as: this.#who, channel: this.#channel };
  }

  #answered(outcome: Outcome): void {
    if (outcome.failed) this.#composer.tell(`${outcome.failed}.`);
    if (outcome.modal && outcome.interaction) form(outcome.modal, outcome.interaction, this.#hand);
  }

  /** Whether it went well; what did not is told beside the line. */
  async #try(does: () => Promise<unknown>): Promise<boolean> {
    try {
      await does();
      return true;
    } catch (wrong) {
      if (!(wrong instanceof Wrong)) throw wrong;
      this.#composer.tell(wrong.message);
      return false;
    }
  }
}

/** Threads stand under their channel. */
function ordered(channels: Channel[]): Channel[] {
  const tops = channels.filter((channel) => !channel.thread_of);
  return tops.flatMap((top) => [top, ...channels.filter((channel) => channel.thread_of === top.name)]);
}

function role(person: string): string {
  return person === "spectator" ? "a spectator" : person;
}

function hash(who: string, channel: string): string {
  return `#${encodeURIComponent(who)}/${encodeURIComponent(channel)}`;
}

function decoded(word: string): string {
  try {
    return decodeURIComponent(word);
  } catch {
    return "";
  }
}

/** The theme after so many steps, kept for the next visit. */
function themed(steps: number): string {
  const before = THEMES.indexOf(localStorage.getItem("theme") ?? "");
  const theme = THEMES[(Math.max(before, 0) + steps) % THEMES.length] ?? "system";
  localStorage.setItem("theme", theme);
  document.documentElement.dataset["theme"] = theme;
  return theme;
}

new Page().start().catch((wrong: unknown) => {
  document.body.replaceChildren(h("p", { class: "wrong", role: "alert", id: fresh("wrong") }, String(wrong)));
});
