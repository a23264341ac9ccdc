// Verifies an export by docs/trust.md: node verify.js FILE... (the parts of one export, in their order).
// Prints what holds, or the first thing that does not; then the exit code is 1. Node 18 or later, nothing else.
"use strict";
const { createHash, createHmac } = require("node:crypto");
const { readFileSync } = require("node:fs");

const KEYS = "actor answers at command dice epoch events game inputs kind read reason request rules seq v voids written";
const LASTING = "opened joined seated hosted moved epoch cut ended epoch_opened epoch_revealed epoch_closed".split(" ");
const require_ = (holds, what) => { if (!holds) throw new Error(what); };
const sha256 = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash("sha256")).digest();
const joined = (first, ...rest) => Buffer.concat([Buffer.from(String(first)),
  ...rest.flatMap((part) => [Buffer.alloc(1), Buffer.isBuffer(part) ? part : Buffer.from(String(part))])]);

function canonical(value) {
  if (value === null || typeof value === "boolean" || Number.isSafeInteger(value)) return String(value);
  require_(typeof value !== "number", `${value} is no integer below 2^53`);
  if (typeof value === "string") {
    const half = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/.test(value);
    require_(!half && !value.includes("\0") && value.normalize("NFC") === value, "a text is not canonical");
    return JSON.stringify(value);
  }
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  const keys = Object.keys(value).sort();
  require_(keys.every((key) => /^[a-z0-9_:#\/.-]+$/.test(key)), "a key is not canonical");
  return `{${keys.map((key) => `"${key}":${canonical(value[key])}`).join(",")}}`;
}

function parsed(line) {
  const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(line), value = JSON.parse(text);
  require_(canonical(value) === text, "it is not in canonical form");
  return value;
}
const hmac = (key, ...parts) => createHmac("sha256", key).update(joined(...parts)).digest();
const commitment = (game, epoch, seed) => sha256(joined("v1", game, epoch, seed)).toString("hex");
const epochKey = (game, epoch, seed, cuts) => hmac(seed, "cut", game, epoch, ...cuts);

function faces(key, name, n, count, sides) {
  require_(count >= 1 && sides >= 2 && sides <= 256 && /^[a-z0-9_:#-]+$/.test(name), `no die is named ${name}`);
  const below = 256 - (256 % sides), thrown = [];
  for (let block = 0; thrown.length < count; block++) {
    const fit = [...hmac(key, "v1", name, n, block)].filter((byte) => byte < below);
    thrown.push(...fit.map((byte) => (byte % sides) + 1));
  }
  return thrown.slice(0, count);
}

class Ledger {
  constructor(game, seeds) {
    Object.assign(this, { game, seeds, seq: 0, head: Buffer.alloc(32), at: "", requests: new Set(), kinds: new Map(),
      answered: new Set(), strikes: [], pieces: 0, seats: 0, open: 0, epochs: new Map(), dice: 0, entered: 0 });
  }
  entry(entry, hash) {
    require_(Object.keys(entry).sort().join(" ") === KEYS && entry.v === 1, "it has other keys");
    const here = entry.game === this.game && entry.seq === this.seq + 1;
    require_(here, `it is #${entry.seq} of game ${entry.game}, not #${this.seq + 1} of game ${this.game}`);
    const follows = sha256(this.head, Buffer.from(canonical(entry)));
    require_(follows.toString("hex") === hash, `it has hash ${hash}; ${follows.toString("hex")} follows`);
    require_(entry.at >= this.at, `its time ${entry.at} is before ${this.at}`);
    require_(!this.requests.has(entry.request), `it repeats request ${entry.request}`);
    this.requests.add(entry.request);
    Object.assign(this, { seq: entry.seq, head: follows, at: entry.at });
    this.follow(entry);
    for (const event of entry.events) this.event(entry, event);
    require_(entry.epoch === this.open, `it speaks of epoch ${entry.epoch}, not ${this.open}`);
    require_(new Set(entry.dice.map((draw) => draw.n === -1)).size < 2, "it mixes dice drawn and entered");
    for (const draw of entry.dice) this.draw(draw);
  }
  follow({ seq, kind, answers, voids, events }) {
    const isVoid = new Map();
    for (const strike of [...this.strikes].reverse()) {
      const by = isVoid.get(strike.seq) ?? strike, stays = strike.rules && (by.rules || by.voids[0] !== strike.seq);
      if (by === strike || stays) strike.voids.forEach((one) => isVoid.has(one) || isVoid.set(one, by));
    }
    if (answers) {
      const may = this.kinds.get(answers) === "asked" && !this.answered.has(answers) && !isVoid.has(answers);
      require_(may && this.answered.add(answers), `it answers #${answers}, no open question`);
    }
    const lasts = [kind, ...events.map((event) => event.event)].some((word) => LASTING.includes(word));
    if (kind === "asked" || lasts) this.kinds.set(seq, lasts ? "lasting" : kind);
    require_(voids.length ? kind === "voided" || kind === "ruling" : kind !== "voided", `a ${kind} voids ${voids}`);
    for (const struck of voids) {
      const stands = struck >= 1 && struck < seq && !isVoid.has(struck);
      require_(stands && this.kinds.get(struck) !== "lasting", `it voids #${struck}, which it cannot`);
    }
    if (voids.length) this.strikes.push({ seq, voids, rules: kind === "ruling" });
  }
  ids(entry, { event, piece, born, names }) {
    const given = { unit_added: [piece], piece_named: [piece], question_asked: born }[event] ??
      (/^campaign_(opened|imported)$/.test(event) ? names.map((named) => named.piece) : []);
    const keeps = entry.answers || entry.voids.length || event.startsWith("campaign_");
    for (const id of given.map(Number).sort((a, b) => a - b)) {
      require_(id === this.pieces + 1 || (keeps && id >= 1 && id <= this.pieces), `it gives the id ${id} out of turn`);
      this.pieces = Math.max(this.pieces, id);
    }
  }
  event(entry, event) {
    this.ids(entry, event);
    const epoch = this.epochs.get(event.epoch);
    switch (event.event) {
      case "game_opened":
      case "campaign_opened":
        require_(entry.seq === 1, "it opens the game again");
        this.seats = event.sides.length;
        this.mayEnter = event.event === "game_opened" && event.entered !== "never";
        break;
      case "epoch_opened": {
        const before = this.epochs.get(this.open), seed = this.seeds.get(event.epoch);
        require_(event.epoch === this.open + 1 && (!before || before.ended), `it opens epoch ${event.epoch}`);
        if (seed) this.committed(event.epoch, seed, event);
        this.epochs.set(event.epoch, { commitment: event.commitment, cuts: [], drawn: new Map(), unverified: 0 });
        this.open = event.epoch;
        break;
      }
      case "cut":
        require_(epoch && !epoch.ended, `it cuts epoch ${event.epoch}`);
        require_(event.cut === entry.request && /^(0|[1-9][0-9]*)$/.test(event.cut), `it cuts with ${event.cut}`);
        require_(event.seat >= 1 && event.seat <= this.seats && !(event.seat in epoch.cuts), `it cuts again`);
        epoch.cuts[event.seat] = event.cut;
        break;
      case "epoch_revealed":
        this.committed(event.epoch, /^[0-9a-f]{64}$/.test(event.seed) && Buffer.from(event.seed, "hex"), epoch);
      case "epoch_closed": // falls through: both end it
        require_(epoch && !epoch.ended && event.epoch === this.open, `it ends epoch ${event.epoch}`);
        epoch.ended = true;
    }
  }
  committed(epoch, seed, opened) {
    const holds = seed && opened && commitment(this.game, epoch, seed) === opened.commitment;
    require_(holds, `the seed of epoch ${epoch} is not the one committed to`);
  }
  draw({ name, n, sides, faces: thrown }) {
    require_(thrown.length && thrown.every((face) => face >= 1 && face <= sides), `${name} has faces ${thrown}`);
    require_(n !== -1 || this.mayEnter, `${name} is entered`);
    if (n === -1) return void this.entered++;
    const epoch = this.epochs.get(this.open), cuts = epoch.cuts.filter((cut) => cut !== undefined);
    require_(!epoch.ended && cuts.length === this.seats, `${name} falls when no die may`);
    const earlier = epoch.drawn.get(name) ?? 0, seed = this.seeds.get(this.open);
    require_(n === earlier, `${name} is draw ${n}, not ${earlier}`);
    epoch.drawn.set(name, earlier + 1);
    if (!seed) return void epoch.unverified++;
    const follows = faces(epochKey(this.game, this.open, seed, cuts), name, n, thrown.length, sides);
    require_(String(follows) === String(thrown), `${name} is ${thrown}; ${follows} follows`);
    this.dice++;
  }
}

function seedsOf(lines) {
  const seeds = new Map();
  for (const line of lines.filter((one) => one.includes('"event":"epoch_revealed"'))) {
    for (const { event, epoch, seed } of parsed(line).entry.events) {
      if (event === "epoch_revealed" && /^[0-9a-f]{64}$/.test(seed)) seeds.set(epoch, Buffer.from(seed, "hex"));
    }
  }
  return seeds;
}

function verify(data) {
  require_(data.length && data.at(-1) === 10, "The file is cut.");
  const lines = [];
  for (let from = 0; from < data.length; from = data.indexOf(10, from) + 1) {
    lines.push(data.subarray(from, data.indexOf(10, from)));
  }
  let ledger, ended = false;
  for (const [place, line] of lines.entries()) {
    try {
      const value = parsed(line), keys = Object.keys(value).join();
      require_(!ended, "it stands after the end");
      if (!place) {
        require_(keys === "export,game" && value.export === 1, "it is no head");
        ledger = new Ledger(value.game, seedsOf(lines));
      } else if (keys === "end,head") {
        require_(value.end === ledger.seq && value.head === ledger.head.toString("hex"), "another entry was the last");
        ended = true;
      } else {
        require_(keys === "entry,hash,posts", "it is no line of an export");
        ledger.entry(value.entry, value.hash);
      }
    } catch (error) {
      throw new Error(`Line ${place + 1}, after #${ledger ? ledger.seq : 0}: ${error.message}.`);
    }
  }
  require_(ended, `The file is cut after #${ledger.seq}.`);
  return ledger;
}

function main(files) {
  try {
    const found = verify(Buffer.concat(files.map((file) => readFileSync(file))));
    console.log(`Game ${found.game}: ${found.seq} entries, chain to ${found.head.toString("hex").slice(0, 16)}.`);
    console.log(`${found.dice} draws follow from the seeds revealed and the cuts; ${found.entered} were entered.`);
    for (const [number, epoch] of found.epochs) {
      if (!found.seeds.has(number)) console.log(`Epoch ${number}: ${epoch.unverified} draws are NOT verified.`);
    }
  } catch (error) {
    console.error(`NOT VERIFIED. ${error.message}`);
    process.exitCode = 1;
  }
}
if (require.main === module) main(process.argv.slice(2)); else module.exports = { commitment, epochKey, faces };
