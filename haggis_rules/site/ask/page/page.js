// The page where one asks: what is typed and tapped, and when it is answered anew.

import { around, compared, filesOf, fromHash, holding, nearly, played, toHash } from "./asking.js";
import { NotUnderstood, rulesOf } from "./rules.js";
import { answer, element, picker, refusedShown } from "./shown.js";
import { problem } from "./words.js";

const PAUSE = 400; // milliseconds without a key before what was typed is spoken and kept
const FIRST = 3; // cards of the deck that a question has beside its wild cards, to try it
const DRAWINGS = "../assets/cards.svg"; // from the folder of the page, where there is a site
const HAND = 20; // cards of the deck that are counted once unseen, as those of a hand
const idle = globalThis.requestIdleCallback ?? ((work) => setTimeout(work, 100));
const PLAYS = { play: "Your cards", other: "Cards to beat, if any" };

/** Build the page inside an element; `base` is the folder of the modules. */
export async function start(mount, base) {
  const [list, drawings] = await Promise.all([
    fetched(new URL("index.json", base)), drawn(new URL(DRAWINGS, base)),
  ]);
  const page = new Page(mount, base, list, drawings);
  addEventListener("hashchange", () => page.open(location.hash));
  await page.open(location.hash);
}

class Page {
  constructor(mount, base, { seatings, refused = [] }, drawings) {
    Object.assign(this, { base, seatings, drawings, known: new Map(), taps: "play", shown: {} });
    this.seating = element("select", { id: "ask-seating" },
      seatings.map((one) => element("option", { value: one.name }, one.title)));
    this.seating.addEventListener("change", () => this.seated(this.seating.value));
    this.options = element("fieldset", { class: "ask-options" });
    this.plays = Object.fromEntries(Object.keys(PLAYS).map((name) => [name, this.#play(name)]));
    this.status = element("p", { class: "ask-status", role: "status" });
    this.picker = element("div", { class: "ask-picker" });
    this.answer = element("section", { class: "ask-answer", "aria-label": "Answer" });
    mount.replaceChildren(
      element("div", { class: "ask-controls" }, [
        element("div", { class: "ask-seating" }, [
          element("label", { for: "ask-seating" }, "Rules"), this.seating,
          ...refusedShown(refused), this.options,
        ]),
        ...Object.values(this.plays).map(({ whole }) => whole),
        this.status,
        this.picker,
      ]),
      this.answer,
    );
  }

  #play(name) {
    const id = `ask-${name}`;
    const input = element("input", {
      id, type: "text", autocomplete: "off", autocapitalize: "off", spellcheck: "false",
      "aria-describedby": `${id}-fault`,
    });
    const fault = element("p", { id: `${id}-fault`, class: "ask-fault" });
    const chips = element("ul", { class: "ask-chips", "aria-label": `${PLAYS[name]}, one by one` });
    const clear = element("button", { type: "button", class: "ask-clear" }, "Clear");
    clear.setAttribute("aria-label", `Clear: ${PLAYS[name]}`);
    clear.addEventListener("click", () => {
      this.changed({ [name]: "" });
      input.focus();
    });
    input.addEventListener("pointerdown", () => this.tapsGo(name));
    input.addEventListener("input", () => this.typed(name, input.value));
    input.addEventListener("change", () => this.changed({ [name]: input.value }));
    const whole = element("div", { class: "ask-play" }, [
      element("label", { for: id }, PLAYS[name]),
      element("div", { class: "ask-line" }, [input, clear]), fault, chips,
    ]);
    return { input, fault, chips, whole };
  }

  /** Show the question of an address. */
  async open(hash) {
    await this.ask(fromHash(hash, this.seatings));
  }

  /** Answer a question and keep it in the address, as a new one that one can go back from. */
  async changed(part) {
    const question = { ...this.question, ...part };
    if (toHash(question) !== location.hash) history.pushState(null, "", toHash(question));
    await this.ask(question);
  }

  /** Answer while somebody types; only a pause makes it spoken and kept. */
  async typed(name, text) {
    clearTimeout(this.pause);
    await this.ask({ ...this.question, [name]: text }, { quietly: true });
    this.pause = setTimeout(() => {
      history.replaceState(null, "", toHash(this.question));
      this.status.textContent = this.told;
    }, PAUSE);
  }

  async seated(name) {
    const { play, other } = this.question;
    const { seating, agreed } = fromHash(`#table=${encodeURIComponent(name)}`, this.seatings);
    await this.changed({ seating, agreed, play, other });
  }

  /** Say to which of the two plays a tapped card goes. */
  tapsGo(name) {
    this.taps = name;
    for (const radio of this.picker.querySelectorAll("input")) radio.checked = radio.value === name;
    this.showTaken();
  }

  async ask(question, { quietly = false } = {}) {
    this.question = question;
    this.showTable();
    const files = filesOf(question);
    if (!files) {
      this.told = "This cannot be agreed on together.";
    } else {
      const rules = await this.rules(files);
      if (this.question !== question) return; // something newer was asked in the meantime
      this.answered(rules);
    }
    if (!quietly) this.status.textContent = this.told;
  }

  async rules({ words, module }) {
    if (!this.known.has(module)) {
      const [read, bytes] = await Promise.all([
        fetched(new URL(words, this.base)),
        fetched(new URL(module, this.base), (response) => response.arrayBuffer()),
      ]);
      const rules = await rulesOf(read, bytes);
      if (this.known.has(module)) return this.known.get(module);
      this.known.set(module, Object.assign(rules, { drawings: this.drawings }));
      this.#warmed(rules);
    }
    return this.known.get(module);
  }

  /** Answer once unseen, step by step, before somebody asks: then all is made, and drawings are there. */
  #warmed(rules) {
    const cards = rules.words.cards.map(([, suit], card) => Number(suit === null || card < FIRST));
    const steps = [
      () => rules.made().slice(0, 1).forEach((one) => around(rules, one)),
      () => played(rules, rules.write(cards)),
      () => holding(rules, { cards: rules.words.cards.map((_, card) => Number(card < HAND)) }, null),
      () => {
        const play = played(rules, rules.write(cards));
        const { blocks } = answer({
          rules, play, other: null, base: this.base, missing: nearly(rules, cards), pairs: [],
          hand: holding(rules, play, null),
          around: (reading) => around(rules, reading), say: () => {},
        });
        const unseen = element("div", { class: "ask-unseen", "aria-hidden": "true", inert: "" }, blocks);
        this.answer.after(unseen);
        setTimeout(() => unseen.remove(), PAUSE);
      },
    ];
    const next = () => {
      steps.shift()();
      if (steps.length) idle(next);
    };
    idle(next);
  }

  answered(rules) {
    if (this.shown.rules !== rules) this.showPicker(rules);
    const read = {};
    for (const [name, { input, fault, chips }] of Object.entries(this.plays)) {
      const text = this.question[name];
      if (input.value.trim() !== text.trim()) input.value = text;
      const { play, told } = understood(rules, text);
      read[name] = play;
      fault.textContent = told;
      input.toggleAttribute("aria-invalid", Boolean(told));
      if (told) input.setAttribute("aria-invalid", "true");
      chips.replaceChildren(...this.chips(rules, name, play));
    }
    this.shown = { rules, read };
    this.showTaken();
    const { play, other } = read;
    const asked = {
      rules, play, other, base: this.base,
      missing: play && !play.all.length ? nearly(rules, play.cards) : null,
      pairs: play && other && sized(play) && sized(other) ? compared(rules, play, other) : [],
      hand: play ? holding(rules, play, other) : null,
      around: (reading) => around(rules, reading),
      say: (reading) => this.changed({ play: `${rules.write(play.cards)} = ${rules.notation(reading)}` }),
    };
    const { blocks, told } = answer(asked);
    this.answer.replaceChildren(...blocks);
    const wrong = Object.values(this.plays).map(({ fault }) => fault.textContent).find(Boolean);
    this.status.classList.toggle("ask-spoken", Boolean(wrong)); // it can be read beside the cards
    this.told = wrong ?? told;
  }

  /** Give a button for each card of a play, which takes it away. */
  chips(rules, name, play) {
    if (!play) return [];
    return picker.chips(rules, play.cards, (card) => this.moved(rules, name, card, -1));
  }

  moved(rules, name, card, by) {
    const cards = [...(this.shown.read[name]?.cards ?? rules.cards(""))];
    cards[card] += by;
    return this.changed({ [name]: rules.write(cards) });
  }

  showTable() {
    const { seating, agreed } = this.question;
    this.seating.value = seating.name;
    this.options.hidden = !seating.options.length;
    if (this.shown.seating !== seating) {
      this.options.replaceChildren(element("legend", {}, "Agreed on"),
        ...picker.options(seating.options, (name, value) =>
          this.changed({ agreed: { ...this.question.agreed, [name]: value } })));
    }
    this.shown.seating = seating;
    picker.agree(this.options, agreed);
  }

  showPicker(rules) {
    const go = (name) => this.tapsGo(name);
    const tap = (card) => this.moved(rules, this.taps, card, 1);
    this.picker.replaceChildren(...picker.all(rules, PLAYS, this.taps, { go, tap }));
  }

  /** Show of each card how many are left. */
  showTaken() {
    const { rules, read } = this.shown;
    if (rules) picker.taken(this.picker, rules, read[this.taps]?.cards ?? []);
  }
}

const sized = (play) => play.readings.length > 0;

/** Read what was typed; when it means nothing, say why. */
function understood(rules, text) {
  if (!text.trim()) return { play: null, told: "" };
  try {
    return { play: played(rules, text), told: "" };
  } catch (fault) {
    if (!(fault instanceof NotUnderstood)) throw fault;
    return { play: null, told: problem(rules, fault) };
  }
}

async function fetched(address, read = (response) => response.json()) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} is not there`);
  return read(response);
}

/** Find out which cards are drawn, and what their ranks are called; null where nothing is. */
async function drawn(address) {
  const response = await fetch(address).catch(() => null);
  if (!response?.ok) return null;
  const symbols = (await response.text()).matchAll(/<symbol id="([^"]+)"[^>]*>(?:<title>([^<]*)<\/title>)?/g);
  return { address: address.href, titles: new Map([...symbols].map(([, id, title]) => [id, title ?? ""])) };
}
