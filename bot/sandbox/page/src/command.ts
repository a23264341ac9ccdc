/** A slash command as far as it is typed: which one, what is given, and what is being typed. */

import type { Command, Option } from "./wire.ts";

export const STRING = 3;
export const BOOLEAN = 5;
export const USER = 6;
export const CHANNEL = 7;
export const ROLE = 8;
export const ATTACHMENT = 11;
const TYPES: Record<number, string> = {
  3: "text",
  4: "whole number",
  5: "true or false",
  6: "person",
  7: "channel",
  8: "role",
  10: "number",
  11: "file",
};

/** A command that can be called: its full name, without the stroke. */
export interface Callable {
  name: string;
  description: string;
  options: Option[];
}

/** `typing` is the option whose value ends the text, `from` where that value begins. */
export interface Typed {
  command: Callable;
  given: Map<string, string>;
  typing: Option | null;
  from: number;
}

export function kind(option: Option): string {
  return TYPES[option.type] ?? "value";
}

/** All that can be called, subcommands by their full names, in the order of the alphabet. */
export function callables(commands: Command[]): Callable[] {
  const found = commands.filter((command) => command.type === 1).flatMap((command) => nested(command.name, command));
  return found.sort((one, other) => (one.name < other.name ? -1 : 1));
}

function nested(path: string, part: { description: string; options?: Option[] }): Callable[] {
  const options = part.options ?? [];
  const below = options.filter((option) => option.type <= 2);
  if (!below.length) return [{ name: path, description: part.description, options }];
  return below.flatMap((option) => nested(`${path} ${option.name}`, option));
}

/** Null where no whole command stands at the beginning. */
export function read(text: string, all: Callable[]): Typed | null {
  const fits = all.filter((command) => text === `/${command.name}` || text.startsWith(`/${command.name} `));
  const command = fits.sort((one, other) => other.name.length - one.name.length)[0];
  if (!command) return null;
  const given = new Map<string, string>();
  let typing: Option | null = null;
  let from = text.length;
  for (const found of places(text, command)) {
    given.set(found.option.name, found.value.trim());
    const open = found.end === text.length && !/^".*"\s*$/s.test(found.value);
    typing = open && !/\s$/.test(text) ? found.option : null;
    from = found.begin;
  }
  return { command, given, typing, from: typing ? from : text.length };
}

interface Place {
  option: Option;
  value: string;
  begin: number;
  end: number;
}

function places(text: string, command: Callable): Place[] {
  const names = command.options.map((option) => option.name).sort((one, other) => other.length - one.length);
  if (!names.length) return [];
  const key = new RegExp(String.raw`\s(${names.join("|")}):`, "y");
  const found: Place[] = [];
  let at = command.name.length + 1;
  while (at < text.length) {
    key.lastIndex = at;
    const match = key.exec(text);
    const option = command.options.find((each) => each.name === match?.[1]);
    if (match && option) {
      const begin = at + match[0].length;
      const quoted = /^"(?:[^"\\]|\\.)*"(?=\s|$)/s.exec(text.slice(begin));
      at = begin + (quoted?.[0].length ?? 0);
      found.push({ option, value: quoted?.[0] ?? "", begin, end: at });
    } else {
      at += 1;
      const last = found.at(-1);
      if (last && !last.value.startsWith('"')) {
        last.end = at;
        last.value = text.slice(last.begin, at);
      }
    }
  }
  return found;
}

/** The value as it must be typed, so that it is read as one. */
export function quoted(value: string, command: Callable): string {
  const names = command.options.map((option) => option.name).join("|");
  // What looks like an option that the command has not is refused outside quotes.
  const option = new RegExp(`\\s(?:(?:${names}):|[a-z][a-z_]*:(?:[^\\s/]|$))`);
  const plain = value === value.trim() && value && !value.startsWith('"') && !option.test(value);
  return plain ? value : `"${value.replace(/[\\"]/g, "\\$&")}"`;
}
