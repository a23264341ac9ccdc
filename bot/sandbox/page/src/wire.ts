/** What the keyboard of the sandbox gives and takes; docs/sandbox.md describes it. */

export interface Choice {
  name: string;
  value: string | number;
}

export interface Option {
  name: string;
  description: string;
  type: number;
  required?: boolean;
  autocomplete?: boolean;
  choices?: Choice[];
  options?: Option[];
}

export interface Command {
  name: string;
  description: string;
  type: number;
  options: Option[];
}

export interface Channel {
  id: string;
  name: string;
  thread_of: string | null;
  archived: boolean;
  locked: boolean;
}

export interface State {
  bot: { username: string };
  ready: boolean;
  guild: { name: string };
  channels: Channel[];
  people: { id: string; name: string }[];
  roles: { id: string; name: string }[];
  commands: Command[];
  last: number;
  plays: Record<string, string>;
  kept: string | null;
  again: boolean;
}

export interface Embed {
  title?: string;
  url?: string;
  description?: string;
  color?: number;
  timestamp?: string;
  author?: { name: string };
  fields?: { name: string; value: string; inline?: boolean }[];
  footer?: { text: string };
  image?: { url: string };
  thumbnail?: { url: string };
}

export interface Part {
  type: number;
  custom_id?: string;
  style?: number;
  label?: string;
  description?: string;
  content?: string;
  placeholder?: string;
  value?: string;
  url?: string;
  emoji?: { name?: string };
  disabled?: boolean;
  required?: boolean;
  min_values?: number;
  max_values?: number;
  min_length?: number;
  max_length?: number;
  options?: { label: string; value: string; description?: string; default?: boolean }[];
  components?: Part[];
  component?: Part;
}

export interface Attachment {
  filename: string;
  size: number;
  url: string;
  content_type?: string;
  description?: string;
}

export interface Post {
  id: string;
  channel: string;
  author: string;
  bot: boolean;
  only: string | null;
  time: string;
  edited: string | null;
  loading: boolean;
  content: string;
  embeds: Embed[];
  components: Part[];
  attachments: Attachment[];
  pinned: boolean;
  by: string | null;
  command: string | null;
  names: Record<string, string>;
}

export interface Modal {
  title: string;
  components: Part[];
}

export interface Outcome {
  interaction?: string;
  failed?: string | null;
  posts?: Post[];
  modal?: Modal | null;
  choices?: Choice[];
  did?: string;
}

export type Frame =
  | { state: State }
  | { n: number; event: "created" | "edited" | "deleted" | "modal" | "emptied"; channel: string; post: Post };

/** A sentence for the person: what was wrong, and what would be right. */
export class Wrong extends Error {}

async function read<T>(asked: Promise<Response>): Promise<T> {
  let response: Response;
  try {
    response = await asked;
  } catch {
    throw new Wrong("The table does not answer. Is the program that serves it still running?");
  }
  const body: unknown = await response.json().catch(() => ({}));
  if (!response.ok) {
    const told = (body as { error?: string }).error;
    throw new Wrong(told ?? `The table answers ${response.status}.`);
  }
  return body as T;
}

/** One act at the keyboard, by the last word of its path. Throws Wrong. */
export function act<T = Outcome>(word: string, body: object): Promise<T> {
  return read<T>(fetch(`keyboard/${word}`, { method: "POST", body: JSON.stringify(body) }));
}

/** What there is to see. Throws Wrong. */
export function look<T>(word: string, query: Record<string, string> = {}): Promise<T> {
  const path = word ? `keyboard/${word}` : "keyboard";
  return read<T>(fetch(`${path}?${new URLSearchParams(query)}`));
}

/** Puts a file on the table; the answer's filename is what an attachment option takes. Throws Wrong. */
export function upload(who: string, file: File): Promise<{ attachment: string; filename: string }> {
  const form = new FormData();
  form.append("as", who);
  form.append("file", file);
  return read(fetch("keyboard/upload", { method: "POST", body: form }));
}

/** The live socket of one person; it comes back by itself, from the event it knows. */
export class Live {
  #socket: WebSocket | null = null;
  #closed = false;
  #last: number;

  constructor(
    readonly who: string,
    after: number,
    readonly heard: (frame: Frame) => void,
    readonly connected: (yes: boolean) => void,
  ) {
    this.#last = after;
    this.#open();
  }

  #open(): void {
    const address = new URL("keyboard/live", location.href);
    address.protocol = "ws:";
    address.hash = "";
    address.search = new URLSearchParams({ as: this.who, after: String(this.#last) }).toString();
    const socket = new WebSocket(address);
    this.#socket = socket;
    socket.onopen = () => this.connected(true);
    socket.onmessage = (message: MessageEvent<string>) => {
      if (this.#closed) return;
      const frame = JSON.parse(message.data) as Frame;
      if ("n" in frame) this.#last = frame.n;
      this.heard(frame);
    };
    socket.onclose = () => {
      if (this.#closed) return;
      this.connected(false);
      setTimeout(() => this.#closed || this.#open(), 1000);
    };
  }

  close(): void {
    this.#closed = true;
    this.#socket?.close();
  }
}
