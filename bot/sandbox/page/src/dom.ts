/** Elements, made without any HTML: what somebody wrote only ever becomes text. */

type Child = Node | string | false | null | undefined;
type Made = Record<string, string | number | boolean | null | undefined | ((event: never) => void)>;

/** An element; `on...` are listeners, true is an attribute without a value, false and null none at all. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  made: Made = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(made)) {
    if (typeof value === "function") {
      element.addEventListener(name.slice(2), value as EventListener);
    } else if (value !== false && value !== null && value !== undefined) {
      element.setAttribute(name, value === true ? "" : String(value));
    }
  }
  element.append(...children.filter((child): child is Node | string => !!child));
  return element;
}

/** A button that does something. */
export function button(label: string, made: Made, ...children: Child[]): HTMLButtonElement {
  return h("button", { type: "button", ...made }, ...(children.length ? children : [label]));
}

/** A name in its own direction, so that it cannot turn what stands around it. */
export function name(shown: string, kind = ""): HTMLElement {
  return h("bdi", { class: kind || null }, shown);
}

let counted = 0;

/** An id that no other element of the page has. */
export function fresh(word: string): string {
  counted += 1;
  return `${word}-${counted}`;
}

/** A dialog over the page; it is gone once it is closed, and what had the focus has it again. */
export function dialog(title: string, ...children: Child[]): HTMLDialogElement {
  const id = fresh("title");
  const before = document.activeElement;
  const shown = h(
    "dialog",
    { "aria-labelledby": id },
    h("header", {}, h("h2", { id }, title), button("Close", { onclick: () => shown.close(), class: "quiet" })),
    ...children,
  );
  shown.addEventListener("close", () => {
    shown.remove();
    if (before instanceof HTMLElement && before.isConnected) before.focus();
  });
  document.body.append(shown);
  shown.showModal();
  return shown;
}

/** One line of text, asked for in a dialog; null where it was closed. */
export function ask(title: string, label: string): Promise<string | null> {
  return new Promise((resolve) => {
    const id = fresh("field");
    const field = h("input", { id, required: true, maxlength: 100, autocomplete: "off" });
    let given: string | null = null;
    const form = h("form", {}, h("label", { for: id }, label), field, h("button", { class: "primary" }, "OK"));
    const shown = dialog(title, form);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      given = field.value.trim() || null;
      shown.close();
    });
    shown.addEventListener("close", () => resolve(given));
    field.focus();
  });
}
