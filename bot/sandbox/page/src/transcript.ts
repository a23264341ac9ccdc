/** A trail as one page: each entry as the channel showed it, with what was found of it. */

import { h } from "./dom.ts";
import { drawn } from "./post.ts";
import type { Post } from "./wire.ts";

interface Entry {
  seq: number;
  at: string;
  actor: string;
  command: string;
  void: boolean;
  state: keyof typeof STATES;
  says: string;
  posts: { line: string; body: string; footer: string }[];
}

interface Trail {
  title: string;
  entries: Entry[];
  head: string;
  failure: string;
  colour: number;
}

const STATES = {
  verified: "✓ Verified",
  unproven: "○ Not proven",
  differs: "≠ Ruled differently today",
  failed: "✗ NOT VERIFIED",
  unchecked: "– Not checked",
};

const trail = JSON.parse(document.getElementById("trail")?.textContent ?? "{}") as Trail;
document.body.className = "trail";
document.body.append(
  h(
    "header",
    { class: "top" },
    h("h1", {}, trail.title),
    h("p", { class: "small" }, `${trail.entries.length} entries; head ${trail.head}`),
    h("ul", { class: "states" }, ...counted().map((line) => h("li", {}, line))),
    trail.failure && h("p", { class: "wrong", role: "alert" }, `NOT VERIFIED. ${trail.failure}`),
  ),
  h("main", {}, h("ol", { class: "posts" }, ...trail.entries.map(entry))),
);

function counted(): string[] {
  const states = Object.entries(STATES).map(([state, words]) => {
    const count = trail.entries.filter((each) => each.state === state).length;
    return count ? `${words}: ${count}` : "";
  });
  return states.filter(Boolean);
}

function entry(each: Entry): HTMLElement {
  const shown = each.posts.map((post) => drawn(posted(each, post)));
  return h(
    "li",
    { id: `entry-${each.seq}`, class: each.void ? "entry void" : "entry" },
    h("p", { class: "answered" }, h("bdi", {}, each.actor), ": ", h("bdi", {}, each.command)),
    ...shown,
    h("p", { class: `state ${each.state}` }, h("strong", {}, STATES[each.state]), ` ${each.says}`),
  );
}

function posted(each: Entry, post: { line: string; body: string; footer: string }): Post {
  const embed = { description: post.body, color: trail.colour, footer: { text: post.footer } };
  return {
    id: String(each.seq),
    channel: "",
    author: "Referee",
    bot: true,
    only: null,
    time: each.at,
    edited: null,
    loading: false,
    content: post.line,
    embeds: [embed],
    components: [],
    attachments: [],
    pinned: false,
    by: null,
    command: null,
    names: {},
  };
}
