// The page where one asks: what is typed and tapped, and when it is answered anew.

import { answer } from "./answer.js";
import { cardsAsked } from "./asked.js";
import { around, compared, dealt, filesOf, fromHash, holding, nearly, played, toHash } from "./asking.js";
import { drawn, element } from "./cards.js";
import { handShown } from "./hand.js";
import { Held, deckShown, optionsShown, refusedShown, showAgreed, showTaken } from "./picker.js";
import { shown } from "./question.js";
import { NotUnderstood, rulesOf, size } from "./rules.js";
import { capital, counted, problem } from "./words.js";

const PAUSE = 400; // milliseconds without a key before what was typed is spoken and kept
const FIRST = 3; // cards of the deck that a question has beside its wild cards, to try it
const DRAWINGS = "../assets/cards.svg"; // from the folder of the page, where there is a site
const HAND = 20; // cards of the deck that are counted once unseen, as those of a hand
const TOGETHER = 8; // cards that are tried together though none of them is raised
const GAME = "../assets/game.js"; // what knows which game the reader plays, where there is a site
const CHOSEN = "haggis:game"; // what it says when another is chosen
const idle = globalThis.requestIdleCallback ?? ((work) => setTimeout(work, 100));
const PLAYS = { play: "Your cards", other: "Cards to beat" };

/** Build the page inside an element; `base` is the folder of the modules. */
export async function start(mount, base) {
  const there = document.querySelector("[data-game]");
  const [list, drawings, site] = await Promise.all([
    fetched(new URL("index.json", base)), drawn(new URL(DRAWINGS, base)),
    there ? import(new URL(GAME, base)).catch(() => null) : null,
  ]);
  const page = new Page(mount, base, list, drawings, () => site?.chosen()?.table ?? "");
  addEventListener("hashchange", () => page.open(location.hash));
  document.addEventListener(CHOSEN, ({ detail }) => page.seated(detail));
  await page.open(location.hash);
}

class Page {
  constructor(mount, base, { seatings, refused = [] }, drawings, usual) {
    Object.assign(this, { base, seatings, drawings, usual, known: new Map(), taps: "play", shown: {} });
    this.seating = element("select", { id: "ask-seating" },
      seatings.map((one) => element("option", { value: one.name }, one.title)));
    this.seating.addEventListener("change", () => this.seated(this.seating.value));
    this.options = element("fieldset", { class: "ask-options", hidden: "" });
    this.head = element("p", { class: "ask-count" });
    this.hand = element("div", { class: "ask-held", role: "group", "aria-label": "Your hand" });
    this.held = new Held(this.hand, (card, up) => this.raised(card, up ? -1 : 1));
    this.plays = Object.fromEntries(Object.keys(PLAYS).map((name) => [name, this.#play(name)]));
    this.status = element("p", { class: "ask-status", role: "status" });
    this.deck = element("div", { role: "group", "aria-label": "Cards of the deck" });
    this.answer = element("section", { class: "ask-answer", "aria-label": "Answer" });
    this.rulesHere = element("div", { class: "ask-seating", hidden: "" },
      [element("label", { for: "ask-seating" }, "Rules"), this.seating]);
    mount.replaceChildren(
      element("div", { class: "ask-top" }, [this.rulesHere, this.options, ...refusedShown(refused)]),
      element("div", { class: "ask-table" }, [element("div", { class: "ask-line" }, [this.head, this.#deal(), this.#share()]), this.hand]),
      element("div", { class: "ask-cols" }, [
        element("div", { class: "ask-controls" }, [
          this.#taps(), this.deck, ...Object.values(this.plays).map(({ whole }) => whole), this.status,
        ]),
        this.answer,
      ]),
    );
  }

  #play(name) {
    const id = `ask-${name}`;
    const input = element("input", {
      id, type: "text", autocomplete: "off", autocapitalize: "off", spellcheck: "false",
      "aria-describedby": `${id}-fault`,
    });
    const fault = element("p", { id: `${id}-fault`, class: "ask-fault" });
    const chips = element("div", { class: "ask-chips", role: "group", "aria-label": `${PLAYS[name]}, one by one` });
    const held = name === "other" ? new Held(chips, (card) => this.moved(name, card, -1)) : null;
    const clear = element("button", { type: "button", class: "ask-clear" }, "Clear");
    clear.setAttribute("aria-label", `Clear: ${PLAYS[name]}`);
    clear.addEventListener("click", () => {
      this.changed({ [name]: "", tried: name === "play" ? "" : this.question.tried });
      input.focus();
    });
    input.addEventListener("pointerdown", () => this.tapsGo(name));
    input.addEventListener("input", () => this.typed(name, input.value));
    input.addEventListener("change", () => this.changed({ [name]: input.value }));
    const whole = element("div", { class: "ask-play" }, [
      element("label", { for: id }, name === "play" ? "Your cards, typed" : PLAYS[name]),
      element("div", { class: "ask-line" }, [input, clear]), fault, ...(held ? [chips] : []),
    ]);
    return { input, fault, held, whole };
  }

  /** Give the choice of where a tapped card goes. */
  #taps() {
    const radios = Object.entries(PLAYS).map(([name, words]) => {
      const radio = element("input", { type: "radio", name: "ask-taps", value: name });
      radio.checked = name === this.taps;
      radio.addEventListener("change", () => this.tapsGo(name));
      return element("label", { class: "ask-chip" }, [radio, words]);
    });
    this.radios = element("fieldset", { class: "ask-taps" }, [element("legend", {}, "Tap to pick"), ...radios]);
    return this.radios;
  }

  #deal() {
    this.dealing = element("button", { type: "button", class: "ask-deal" }, "Deal a hand");
    this.dealing.addEventListener("click", () => {
      const { rules } = this.shown;
      this.changed({ play: rules.write(dealt(rules)), tried: "" });
    });
    return this.dealing;
  }

  #share() {
    const button = element("button", { type: "button", class: "ask-share" }, "Copy link");
    button.addEventListener("click", async () => {
      const copied = await navigator.clipboard?.writeText(location.href).then(() => true, () => false);
      button.textContent = copied ? "Link copied" : "Copy the address of this page";
      setTimeout(() => { button.textContent = "Copy link"; }, 5 * PAUSE);
    });
    return button;
  }

  /** Show the question of an address. */
  async open(hash) {
    await this.ask(fromHash(hash, this.seatings, this.usual()));
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
    if (!this.seatings.some((one) => one.name === name)) return;
    const { play, tried, other } = this.question;
    const { seating, agreed } = fromHash(`#table=${encodeURIComponent(name)}`, this.seatings);
    await this.changed({ seating, agreed, play, tried, other });
  }

  /** Say to which of the two plays a tapped card goes. */
  tapsGo(name) {
    this.taps = name;
    for (const radio of this.radios.querySelectorAll("input")) radio.checked = radio.value === name;
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
          around: (reading) => around(rules, reading), say: () => {},
        });
        const hand = holding(rules, play, null);
        if (hand) blocks.push(...handShown(rules, hand, { later: (work) => work() }).blocks);
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
    if (this.shown.rules !== rules) this.deck.replaceChildren(...deckShown(rules, (card) => this.tapped(card)));
    const read = {};
    for (const [name, { input, fault, held }] of Object.entries(this.plays)) {
      const text = this.question[name];
      if (input.value.trim() !== text.trim()) input.value = text;
      const { play, told, ranks } = understood(rules, text, name === "play");
      Object.assign(read, { [name]: play, ranks: ranks ?? read.ranks });
      fault.textContent = told;
      input.toggleAttribute("aria-invalid", Boolean(told));
      if (told) input.setAttribute("aria-invalid", "true");
      held?.show(rules, play?.cards, null, "Take away");
    }
    read.tried = within(rules, this.question.tried, read.play);
    this.shown = { ...this.shown, rules, read };
    this.dealing.hidden = !rules.words.dealt;
    this.held.show(rules, read.play?.cards, read.tried?.cards);
    this.showTaken();
    const { blocks, told } = read.ranks
      ? { blocks: [shown({ rules, seating: this.question.seating }, read.ranks)], told: "" } : this.#answers(rules, read);
    this.answer.replaceChildren(...blocks);
    const wrong = Object.values(this.plays).map(({ fault }) => fault.textContent).find(Boolean);
    this.status.classList.toggle("ask-spoken", Boolean(wrong)); // it can be read beside the cards
    this.told = wrong ?? told;
  }

  /** Answer about the cards that are raised, or all where they are few, and show the plays of the hand. */
  #answers(rules, { play, tried, other }) {
    const whole = play && !tried && !play.all.length && size(play.cards) > TOGETHER;
    const asked = whole ? null : tried ?? play;
    const { blocks, told } = answer({
      rules, play: asked, other, base: this.base, whole,
      missing: missed(rules, asked, other), held: tried ? play.cards : null,
      pairs: asked && other && sized(asked) && sized(other) ? compared(rules, asked, other) : [],
      around: (reading) => around(rules, reading),
      say: (reading) => this.changed({ [tried ? "tried" : "play"]: `${rules.write(asked.cards)} = ${rules.notation(reading)}` }),
    });
    const hand = play && holding(rules, play, other);
    if (!hand) return { blocks, told };
    const held = handShown(rules, hand, { later: (work) => idle(work) });
    return { blocks: [...blocks, ...held.blocks], told: told || held.told };
  }

  /** Take a card of the deck once more, or give it back when all of it are taken. */
  tapped(card) {
    const { rules, read } = this.shown;
    const taken = read[this.taps]?.cards[card] ?? 0;
    return this.moved(this.taps, card, taken < rules.words.cards[card][3] ? 1 : -taken);
  }

  moved(name, card, by) {
    const { rules, read } = this.shown;
    return this.changed({ [name]: rules.write(withMore(rules, read[name]?.cards, card, by)) });
  }

  raised(card, by) {
    const { rules, read } = this.shown;
    return this.changed({ tried: rules.write(withMore(rules, read.tried?.cards, card, by)) });
  }

  showTable() {
    const { seating, agreed } = this.question;
    this.seating.value = seating.name;
    this.rulesHere.hidden = seating.name === this.usual(); // the head of the page shows it then
    this.options.hidden = !seating.options.length;
    if (this.shown.seating !== seating) {
      this.options.replaceChildren(element("legend", {}, "Agreed on"),
        ...optionsShown(seating.options, (name, value) =>
          this.changed({ agreed: { ...this.question.agreed, [name]: value } })));
    }
    this.shown.seating = seating;
    showAgreed(this.options, agreed);
  }

  /** Show of each card how many are taken, and how many there are. */
  showTaken() {
    const { rules, read } = this.shown;
    if (!rules) return;
    showTaken(this.deck, rules, read[this.taps]?.cards ?? []);
    const [held, up] = [read.play, read.tried].map((play) => (play ? size(play.cards) : 0));
    this.head.textContent = held ? `${counted(held, "card")} in hand. ${up ? `${capital(counted(up, "card"))} raised.` : held > 1 ? "Tap some to try them together." : ""}`
      : "Your hand is empty. Pick cards below.";
  }
}

/** Add so many of a card to cards that may not be there. */
function withMore(rules, cards, card, by) {
  const changed = [...(cards ?? rules.cards(""))];
  changed[card] += by;
  return changed;
}

/** Read the cards that are raised; null where there are none, or not all of them are held. */
function within(rules, text, play) {
  const { play: tried } = understood(rules, text);
  return tried && play && tried.cards.every((count, card) => count <= play.cards[card]) ? tried : null;
}

/** Say what cards nearly are: those that are asked about, or else those to beat. */
function missed(rules, asked, other) {
  const wrong = [asked, other].find((play) => play && !play.all.length);
  return asked && wrong ? nearly(rules, wrong.cards) : null;
}

const sized = (play) => play.readings.length > 0;

/**
 * Read what was typed; when it means nothing, say why. Where ranks may stand alone, `ranks` has what
 * they can be in any suits.
 */
function understood(rules, text, alone = false) {
  if (!text.trim()) return { play: null, told: "" };
  try {
    return { play: played(rules, text), told: "" };
  } catch (fault) {
    if (!(fault instanceof NotUnderstood)) throw fault;
    const named = Object.fromEntries(rules.words.called.map((word, rank) => [word, rules.words.ranks[rank]]));
    const ranks = alone && fault.problem === "unknown-card" ? cardsAsked(rules, text, named, []) : null;
    return { play: null, told: ranks ? "" : problem(rules, fault), ranks };
  }
}

async function fetched(address, read = (response) => response.json()) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} is not there`);
  return read(response);
}
