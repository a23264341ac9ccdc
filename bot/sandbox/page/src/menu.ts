/** The menu of a post: the bot's commands for messages, and what people do with a post. */

import { button, h } from "./dom.ts";

export interface Item {
  label: string;
  does: () => void;
}

/** Opens beside the element; arrows, Escape and the focus work as in a menu. */
export function menu(items: Item[], beside: HTMLElement): void {
  document.querySelector(".menu")?.remove();
  const shown = h("div", { class: "menu", role: "menu", "aria-label": "Message" });
  const buttons = items.map((item) =>
    button(item.label, {
      role: "menuitem",
      tabindex: -1,
      onclick: () => {
        close();
        item.does();
      },
    }),
  );
  shown.append(...buttons);
  const close = (): void => {
    shown.remove();
    document.removeEventListener("pointerdown", outside);
    beside.focus();
  };
  const outside = (event: Event): void => {
    if (!shown.contains(event.target as Node)) close();
  };
  shown.addEventListener("keydown", (event) => {
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    const to: Record<string, number> = {
      ArrowDown: (at + 1) % buttons.length,
      ArrowUp: (at - 1 + buttons.length) % buttons.length,
      Home: 0,
      End: buttons.length - 1,
    };
    const next = to[event.key];
    if (next !== undefined) buttons[next]?.focus();
    else if (event.key === "Escape" || event.key === "Tab") close();
    else return;
    event.preventDefault();
  });
  document.body.append(shown);
  const { left, bottom } = beside.getBoundingClientRect();
  shown.style.left = `${Math.max(8, Math.min(left, innerWidth - shown.offsetWidth - 8))}px`;
  shown.style.top = `${Math.max(8, Math.min(bottom, innerHeight - shown.offsetHeight - 8))}px`;
  document.addEventListener("pointerdown", outside);
  buttons[0]?.focus();
}
