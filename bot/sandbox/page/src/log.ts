/** The posts of one channel as one person sees them, in the order of their ids. */

import { button, dialog, h } from "./dom.ts";
import { drawn } from "./post.ts";
import { look } from "./wire.ts";
import type { Post } from "./wire.ts";

interface Page {
  posts: Post[];
  more: boolean;
}

const NEAR = 120;

export class Log {
  readonly element: HTMLElement;
  #list = h("ol", { class: "posts" });
  #older = button("Earlier posts", { class: "quiet older", hidden: true, onclick: () => void this.#earlier() });
  #shown = new Map<string, HTMLLIElement>();
  #at = { who: "", channel: "" };

  constructor(readonly dressed: (post: Post) => HTMLElement) {
    this.element = h(
      "div",
      { class: "log", role: "log", "aria-label": "Posts", tabindex: 0 },
      this.#older,
      this.#list,
    );
    this.element.addEventListener("keydown", (event) => this.#walk(event));
  }

  /** Shows the newest posts there. Throws Wrong. */
  async open(who: string, channel: string): Promise<void> {
    const at = (this.#at = { who, channel });
    const page = await look<Page>("history", { as: who, channel });
    if (at !== this.#at) return;
    this.clear();
    page.posts.forEach((post) => this.put(post));
    this.#older.hidden = !page.more;
    this.#bottom();
  }

  clear(): void {
    this.#shown.clear();
    this.#list.replaceChildren();
    this.#older.hidden = true;
  }

  get empty(): boolean {
    return !this.#shown.size;
  }

  async #earlier(): Promise<void> {
    const first = [...this.#list.children][0] as HTMLElement | undefined;
    const at = this.#at;
    const page = await look<Page>("history", { as: at.who, channel: at.channel, before: first?.dataset["id"] ?? "0" });
    if (at !== this.#at) return;
    const height = this.element.scrollHeight;
    page.posts.forEach((post) => this.put(post));
    this.#older.hidden = !page.more;
    this.element.scrollTop += this.element.scrollHeight - height;
    if (!page.more) this.element.focus();
  }

  /** A post that came or changed; who stands at the end of the channel stays there. */
  put(post: Post): void {
    const stays = this.element.scrollHeight - this.element.scrollTop - this.element.clientHeight < NEAR;
    const known = this.#shown.get(post.id);
    const line = h("li", {}, this.dressed(post));
    line.dataset["id"] = post.id;
    this.#shown.set(post.id, line);
    if (known) known.replaceWith(line);
    else this.#follow(line, post.id);
    if (stays) this.#bottom();
  }

  #follow(line: HTMLLIElement, id: string): void {
    const before = [...this.#list.children].reverse().find((each) => after(id, (each as HTMLElement).dataset["id"] ?? ""));
    if (before) before.after(line);
    else this.#list.prepend(line);
  }

  remove(id: string): void {
    this.#shown.get(id)?.remove();
    this.#shown.delete(id);
  }

  /** Something that is no post, at the end of the channel. */
  end(element: HTMLElement | null): void {
    [...this.element.children].slice(2).forEach((each) => each.remove());
    if (element) this.element.append(element);
    this.#bottom();
  }

  #bottom(): void {
    this.element.scrollTop = this.element.scrollHeight;
  }

  /** Arrow keys go from post to post. */
  #walk(event: KeyboardEvent): void {
    if ((event.key !== "ArrowUp" && event.key !== "ArrowDown") || (event.target as Element).closest("input, textarea, menu")) return;
    const posts = [...this.#list.querySelectorAll<HTMLElement>("article")];
    const at = posts.findIndex((post) => post.contains(document.activeElement));
    const next = at < 0 ? posts.at(-1) : posts[at + (event.key === "ArrowUp" ? -1 : 1)];
    if (!next) return;
    event.preventDefault();
    next.focus();
  }
}

function after(id: string, other: string): boolean {
  return id.length === other.length ? id > other : id.length > other.length;
}

/** The pinned posts of a channel, over the page. Throws Wrong. */
export async function pins(who: string, channel: string): Promise<void> {
  const { posts } = await look<{ posts: Post[] }>("pins", { as: who, channel });
  const lines = posts.map((post) => h("li", {}, drawn(post)));
  dialog("Pinned", lines.length ? h("ol", { class: "posts" }, ...lines) : h("p", {}, "Nothing is pinned in this channel."));
}
