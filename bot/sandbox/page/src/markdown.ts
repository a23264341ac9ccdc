/** The part of Discord's markdown that posts use, as nodes: what is not understood stays text. */

import { h, name } from "./dom.ts";

type Names = Record<string, string>;

const INLINE = new RegExp(
  [
    String.raw`\\([\\*_~\x60|<>#\[\]()@:.+!-])`, // 1 escaped
    String.raw`\x60\x60(.+?)\x60\x60|\x60([^\x60\n]+)\x60`, // 2, 3 code
    String.raw`\*\*(?=\S)([\s\S]+?)\*\*(?!\*)`, // 4 bold
    String.raw`__(?=\S)([\s\S]+?)__(?!_)`, // 5 underlined
    String.raw`~~(?=\S)([\s\S]+?)~~`, // 6 struck
    String.raw`\|\|(?=\S)([\s\S]+?)\|\|`, // 7 spoiler
    String.raw`\*(?=\S)([^*\n]*?\S)\*(?!\*)`, // 8 italic
    String.raw`(?<![A-Za-z0-9])_(?=\S)([^_\n]*?\S)_(?![A-Za-z0-9])`, // 9 italic
    String.raw`<(@[!&]?|#)(\d+)>`, // 10, 11 mention
    String.raw`<t:(-?\d{1,12})(?::([tTdDfFR]))?>`, // 12, 13 time
    String.raw`<\/([-\w ]{1,100}):\d+>`, // 14 command
    String.raw`<a?:(\w+):\d+>`, // 15 emoji
    String.raw`\[([^\]\n]+)\]\((https?:\/\/[^\s()]+)\)`, // 16, 17 link
    String.raw`<(https?:\/\/[^\s<>]+)>|(https?:\/\/[^\s<>]*[^\s<>.,:;"')\]])`, // 18, 19 address
  ].join("|"),
);

const TIMES: Record<string, Intl.DateTimeFormatOptions> = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
};
const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
];

/** A whole text: code blocks, quotes, headings and lists, and what stands within their lines. */
export function markdown(text: string, names: Names = {}): DocumentFragment {
  const shown = document.createDocumentFragment();
  text.split(/```(?:[a-zA-Z0-9+-]+\n)?\n?([\s\S]*?)\n?```/).forEach((piece, place) => {
    if (place % 2) shown.append(h("pre", {}, h("code", {}, piece)));
    else if (piece.trim()) shown.append(...blocks(piece.replace(/^\n|\n$/g, ""), names));
  });
  return shown;
}

function blocks(text: string, names: Names): Node[] {
  const made: Node[] = [];
  let lines: string[] = [];
  let kind = "";
  const close = (): void => {
    if (lines.length) made.push(block(kind, lines, names));
    lines = [];
  };
  for (const line of text.split("\n")) {
    const found = /^(>|#{1,3}|-#|[-*])\s+(?=\S)/.exec(line);
    const next = found?.[1] ?? "";
    if (next !== kind || next.includes("#")) close();
    kind = next;
    lines.push(found ? line.slice(found[0].length) : line);
  }
  close();
  return made;
}

function block(kind: string, lines: string[], names: Names): Node {
  if (kind === "-" || kind === "*") {
    return h("ul", {}, ...lines.map((line) => h("li", {}, ...inline(line, names))));
  }
  const within = inline(lines.join("\n"), names);
  if (kind === ">") return h("blockquote", {}, ...within);
  if (kind === "-#") return h("p", { class: "small" }, ...within);
  if (kind) return h("p", { class: "heading" }, h("strong", {}, ...within));
  return h("p", {}, ...within);
}

/** A line or more: marks, mentions, times and addresses. */
export function inline(text: string, names: Names = {}): Node[] {
  const made: Node[] = [];
  let rest = text;
  while (rest) {
    const found = INLINE.exec(rest);
    if (!found) break;
    if (found.index) made.push(document.createTextNode(rest.slice(0, found.index)));
    made.push(marked(found, names));
    rest = rest.slice(found.index + found[0].length);
  }
  if (rest) made.push(document.createTextNode(rest));
  return made;
}

function marked(found: RegExpExecArray, names: Names): Node {
  const [whole, escaped, code2, code, bold, under, struck, spoiler, star, low] = found;
  const [, , , , , , , , , , at, id, time, style, command, emoji, label, link, quiet, address] = found;
  if (escaped) return document.createTextNode(escaped);
  if (code2 || code) return h("code", {}, (code2 ?? code ?? "").trim());
  if (bold) return h("strong", {}, ...inline(bold, names));
  if (under) return h("u", {}, ...inline(under, names));
  if (struck) return h("s", {}, ...inline(struck, names));
  if (spoiler) return h("span", { class: "spoiler", tabindex: 0 }, ...inline(spoiler, names));
  if (star || low) return h("em", {}, ...inline(star ?? low ?? "", names));
  if (at && id) {
    const key = at.replace("!", "") + id;
    return h("span", { class: "mention" }, at.charAt(0), name(names[key] ?? id));
  }
  if (time) return moment(Number(time), style ?? "f");
  if (command) return h("span", { class: "mention" }, `/${command}`);
  if (emoji) return document.createTextNode(`:${emoji}:`);
  const target = link ?? quiet ?? address;
  if (target) return anchor(label ?? target, target);
  return document.createTextNode(whole);
}

function anchor(label: string, target: string): Node {
  const safe = URL.canParse(target) && /^https?:$/.test(new URL(target).protocol);
  return safe
    ? h("a", { href: target, rel: "noopener noreferrer", target: "_blank" }, label)
    : document.createTextNode(label);
}

function moment(seconds: number, style: string): Node {
  const date = new Date(seconds * 1000);
  if (Number.isNaN(date.getTime())) return document.createTextNode(String(seconds));
  const full = new Intl.DateTimeFormat(undefined, TIMES["F"]).format(date);
  const shown = style === "R" ? relative(seconds) : new Intl.DateTimeFormat(undefined, TIMES[style]).format(date);
  return h("time", { datetime: date.toISOString(), title: full }, shown);
}

function relative(seconds: number): string {
  const away = seconds - Date.now() / 1000;
  const [unit, size] = UNITS.find(([, each]) => Math.abs(away) >= each) ?? ["second", 1];
  return new Intl.RelativeTimeFormat(undefined, { numeric: "auto" }).format(Math.round(away / size), unit);
}
