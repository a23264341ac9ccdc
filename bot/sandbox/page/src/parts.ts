/** What can be pressed and picked under a post, and the forms that the bot opens. */

import { button, dialog, fresh, h } from "./dom.ts";
import { act, upload, Wrong } from "./wire.ts";
import type { Modal, Outcome, Part, Post } from "./wire.ts";

const ROW = 1;
const BUTTON = 2;
const LIST = 3;
const TEXT = 4;
const LABELLED = 18;
const FILE = 19;
const LINK = 5;
const STYLES: Record<number, string> = { 1: "primary", 2: "secondary", 3: "success", 4: "danger" };

/** Who acts, where, and what becomes of the answer. */
export interface Hand {
  who: () => string;
  answered: (outcome: Outcome) => void;
  wrong: (sentence: string) => void;
}

/** The buttons and lists of a post. */
export function controls(post: Post, hand: Hand): HTMLElement | null {
  const rows = post.components.filter((row) => row.type === ROW);
  if (!rows.length) return null;
  const shown = rows.map((row) => h("div", { class: "row" }, ...(row.components ?? []).map((part) => control(post, part, hand))));
  return h("div", { class: "controls" }, ...shown);
}

function control(post: Post, part: Part, hand: Hand): HTMLElement {
  const label = [part.emoji?.name, part.label].filter(Boolean).join(" ");
  if (part.type === BUTTON && part.style === LINK) {
    return h("a", { class: "button", href: part.url, rel: "noopener noreferrer", target: "_blank" }, label);
  }
  if (part.type === BUTTON) {
    const made = { class: STYLES[part.style ?? 2], disabled: part.disabled };
    const pressed = button(label, { ...made, onclick: () => void use(post, part, [], hand, pressed) });
    return pressed;
  }
  if (part.type === LIST) return list(post, part, hand);
  return h("p", { class: "note" }, "A list of people or channels: it works on Discord only.");
}

async function use(post: Post, part: Part, values: string[], hand: Hand, element: HTMLButtonElement): Promise<void> {
  element.disabled = true;
  const body = { as: hand.who(), channel: post.channel, message: post.id, custom_id: part.custom_id };
  try {
    hand.answered(await act("click", values.length ? { ...body, values } : body));
  } catch (wrong) {
    if (!(wrong instanceof Wrong)) throw wrong;
    hand.wrong(wrong.message);
  } finally {
    element.disabled = part.disabled ?? false;
  }
}

function list(post: Post, part: Part, hand: Hand): HTMLElement {
  const choices = picks(part, fresh("pick"));
  const chosen = button("Choose", { class: "primary", onclick: () => void use(post, part, choices.values(), hand, chosen) });
  return h("details", { class: "list" }, h("summary", {}, part.placeholder ?? "Choose"), choices.element, chosen);
}

/** A list of which one or several are picked, each with what is said of it. */
function picks(part: Part, name: string): { element: HTMLElement; values: () => string[] } {
  const several = (part.max_values ?? 1) > 1;
  const boxes = (part.options ?? []).map((option) => {
    const id = fresh("option");
    const type = several ? "checkbox" : "radio";
    const box = h("input", { type, id, name, value: option.value, checked: option.default, disabled: part.disabled });
    const about = option.description && h("span", { class: "about" }, option.description);
    return { box, line: h("label", { for: id }, box, h("bdi", {}, option.label), about) };
  });
  const low = part.min_values ?? 1;
  const high = part.max_values ?? 1;
  const count = several ? `Pick ${low === high ? low : `${low} to ${high}`}` : "Pick one";
  const element = h("fieldset", {}, h("legend", {}, part.label ?? count), ...boxes.map(({ line }) => line));
  return { element, values: () => boxes.filter(({ box }) => box.checked).map(({ box }) => box.value) };
}

interface Field {
  element: HTMLElement;
  value: () => Promise<string | string[]>;
}

/** The form that an interaction has opened; what is wrong with it is told inside it. */
export function form(modal: Modal, interaction: string, hand: Hand): void {
  const fields = new Map<string, Field>();
  const shown: Node[] = [];
  for (const part of modal.components) {
    const inner = part.type === LABELLED ? part.component : part.components?.[0];
    if (!inner?.custom_id) {
      if (part.content) shown.push(h("p", {}, part.content));
      continue;
    }
    const made = field({ ...inner, label: part.label ?? inner.label ?? inner.custom_id }, part.description, hand);
    fields.set(inner.custom_id, made);
    shown.push(made.element);
  }
  const wrong = h("p", { class: "wrong", role: "alert" });
  const submit = h("button", { class: "primary" }, "Submit");
  const sheet = h("form", { novalidate: true }, ...shown, wrong, submit);
  const over = dialog(modal.title, sheet);
  sheet.addEventListener("submit", async (event) => {
    event.preventDefault();
    submit.disabled = true;
    try {
      const given = await Promise.all([...fields].map(async ([id, each]) => [id, await each.value()] as const));
      const filled = Object.fromEntries(given.filter(([, value]) => value.length));
      const outcome = await act("modal", { as: hand.who(), interaction, fields: filled });
      over.close();
      hand.answered(outcome);
    } catch (told) {
      if (!(told instanceof Wrong)) throw told;
      wrong.textContent = told.message;
    } finally {
      submit.disabled = false;
    }
  });
  sheet.querySelector<HTMLElement>("input, textarea, select")?.focus();
}

function field(part: Part, about: string | undefined, hand: Hand): Field {
  if (part.type === LIST) {
    const choices = picks(part, fresh("pick"));
    return { element: choices.element, value: async () => choices.values() };
  }
  const id = fresh("field");
  const note = about && h("p", { class: "about" }, about);
  const required = part.required !== false;
  const label = h("label", { for: id }, part.label ?? "", required && h("span", { class: "tag" }, "required"));
  if (part.type === FILE) {
    const several = (part.max_values ?? 1) > 1;
    const input = h("input", { id, type: "file", multiple: several });
    const sent = async (): Promise<string[]> =>
      Promise.all([...(input.files ?? [])].map(async (file) => (await upload(hand.who(), file)).attachment));
    return { element: h("div", {}, label, note, input), value: sent };
  }
  if (part.type !== TEXT) return { element: h("p", { class: "note" }, `${part.label}: on Discord only.`), value: async () => "" };
  const made = { id, placeholder: part.placeholder, maxlength: part.max_length, "aria-required": String(required) };
  const input = part.style === 2 ? h("textarea", { ...made, rows: 6 }) : h("input", { ...made, autocomplete: "off" });
  input.value = part.value ?? "";
  return { element: h("div", {}, label, note, input), value: async () => input.value };
}
