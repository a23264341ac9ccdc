/** A post as it stands in the channel, without what can be done with it. */

import { h, name } from "./dom.ts";
import { inline, markdown } from "./markdown.ts";
import type { Attachment, Embed, Post } from "./wire.ts";

/** `controls` are the buttons and lists under it, `tools` what stands beside its head. */
export function drawn(post: Post, controls: Node | null = null, tools: Node | null = null): HTMLElement {
  const shown = h(
    "article",
    { class: post.only ? "post only" : "post", tabindex: -1, "aria-label": `${post.author}, ${clock(post.time)}` },
    answered(post),
    h(
      "header",
      {},
      name(post.author, "author"),
      post.bot && h("span", { class: "tag" }, "APP"),
      h("time", { datetime: post.time, title: new Date(post.time).toLocaleString() }, clock(post.time)),
      post.pinned && h("span", { class: "mark" }, "pinned"),
      post.edited && h("span", { class: "mark", title: new Date(post.edited).toLocaleString() }, "(edited)"),
      tools,
    ),
    post.loading && h("p", { class: "loading" }, `${post.author} is thinking …`),
    post.content && h("div", { class: "content" }, markdown(post.content, post.names)),
    ...post.embeds.map((embed) => embedded(embed, post.names)),
    ...post.attachments.map(attached),
    controls,
    post.only && h("p", { class: "note" }, "Only you can see this."),
  );
  shown.dataset["id"] = post.id;
  return shown;
}

function clock(time: string): string {
  const date = new Date(time);
  const today = date.toDateString() === new Date().toDateString();
  return date.toLocaleString(undefined, today ? { timeStyle: "short" } : { dateStyle: "short", timeStyle: "short" });
}

function answered(post: Post): HTMLElement | null {
  if (!post.by) return null;
  // The names of slash commands are in lower case; those of menus begin with a capital.
  const stroke = post.command === post.command?.toLowerCase() ? "/" : "";
  const did = post.command ? ` used ${stroke}${post.command}` : " chose";
  return h("p", { class: "answered" }, name(post.by), did);
}

function embedded(embed: Embed, names: Record<string, string>): HTMLElement {
  const fields = (embed.fields ?? []).map((field) =>
    h(
      "div",
      { class: field.inline ? "field inline" : "field" },
      h("p", { class: "heading" }, h("strong", {}, ...inline(field.name, names))),
      markdown(field.value, names),
    ),
  );
  const shown = h(
    "div",
    { class: "embed" },
    embed.author && h("p", { class: "small" }, ...inline(embed.author.name, names)),
    embed.title && h("p", { class: "heading" }, h("strong", {}, ...inline(embed.title, names))),
    embed.description && h("div", {}, markdown(embed.description, names)),
    fields.length > 0 && h("div", { class: "fields" }, ...fields),
    ...[embed.thumbnail, embed.image].map((image) => image && picture(image.url, "Picture of the post")),
    embed.footer && h("footer", { class: "small" }, embed.footer.text),
  );
  if (embed.color !== undefined) shown.style.borderColor = `#${embed.color.toString(16).padStart(6, "0")}`;
  return shown;
}

function attached(file: Attachment): HTMLElement {
  const address = here(file.url);
  const size = file.size < 1024 ? `${file.size} bytes` : `${Math.ceil(file.size / 1024)} KB`;
  return h(
    "figure",
    { class: "file" },
    file.content_type?.startsWith("image/") && picture(file.url, file.description ?? file.filename),
    h("figcaption", {}, h("a", { href: address, download: file.filename }, file.filename), ` ${size}`),
  );
}

function picture(url: string, words: string): HTMLElement {
  return h("img", { src: here(url), alt: words, loading: "lazy" });
}

/** The address as this page may load it: the table is 127.0.0.1 and localhost alike. */
function here(url: string): string {
  if (!URL.canParse(url)) return "";
  const address = new URL(url);
  return /^(127\.0\.0\.1|localhost)$/.test(address.hostname) ? address.pathname : "";
}
