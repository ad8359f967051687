// Hands played by chance with a module in Node: how many plies a second, in time of the processor.
//   node playouts.mjs classic-2.wasm CALLS HANDS_IN_CALL
import { readFileSync } from "node:fs";

const [file, calls, hands] = process.argv.slice(2);
const layout = JSON.parse(readFileSync(file.replace(/wasm$/, "json"), "utf8"));
const { exports } = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(file)));
const lacking = layout.matches + layout.match_size - exports.memory.buffer.byteLength;
if (lacking > 0) exports.memory.grow(Math.ceil(lacking / 65536));
const play = (seed, many) => exports.playouts(layout.matches, BigInt(seed), many);
for (let seed = 0; seed < 20; seed++) play(seed, 100); // until Node has compiled it for speed
const start = process.cpuUsage();
let plies = 0;
for (let call = 0; call < Number(calls); call++) plies += play(call * hands, Number(hands));
const { user, system } = process.cpuUsage(start);
console.log((plies * 1e6) / (user + system));
