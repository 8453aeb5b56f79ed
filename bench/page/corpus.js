/** The texts every subject is given. No clock and no Math.random: each run, and the shared bench, has the same ones. */

function randomFrom(seed) {
  let state = seed >>> 0;
  return () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 4294967296;
}

const words = `agent runner message history branch context tool request response token stream session model server client
state plan skill mention composer parser storage index record copy field schema latency budget retry queue signal handler
event render layout paint frame scroll message the a of to in with for and is that this when which returns keeps holds
before after each every only first last value result error input output prompt policy payload`.split(/\s+/);

const word = (random) => words[Math.floor(random() * words.length)];

function sentence(random, least = 8, most = 18) {
  const count = least + Math.floor(random() * (most - least));
  const text = Array.from({ length: count }, () => word(random)).join(' ');
  return `${text[0].toUpperCase()}${text.slice(1)}.`;
}

function paragraph(random) {
  const next = () => word(random);
  return [
    sentence(random),
    `The **${next()} ${next()}** keeps \`${next()}.${next()}()\` in step with [the ${next()} guide](https://example.com/${next()}/${next()}),`,
    `so the cost stays at $O(n \\log n)$ and never at $n^2$; *${next()} ${next()}* matters here.`,
    sentence(random),
  ].join(' ');
}

function list(random) {
  const nested = () => `\n  - nested ${sentence(random, 4, 8)}\n  - nested \`${word(random)}\``;
  return Array.from({ length: 5 }, (_, n) => `- **${word(random)}**: ${sentence(random, 6, 12)}${n === 2 ? nested() : ''}`).join('\n');
}

function table(random) {
  const row = () => `| \`${word(random)}\` | ${Math.floor(random() * 900)} | ${sentence(random, 4, 8)} |`;
  return ['| Option | Default | Meaning |', '| --- | :---: | --- |', ...Array.from({ length: 5 }, row)].join('\n');
}

function code(random) {
  const lines = [1, 2, 3, 4].map((n) => `  const ${word(random)}${n} = await ${word(random)}(input.${word(random)}, { retry: ${n} });`);
  return ['```ts', 'export async function handle(input: Input): Promise<Output> {', ...lines, '}', '```'].join('\n');
}

function steps(random) {
  return `${Array.from({ length: 4 }, (_, n) => `${n + 1}. ${sentence(random, 6, 12)}`).join('\n')}\n\n> ${sentence(random)}`;
}

const blocks = [list, table, code, steps];

const section = (random, n) => `## ${n + 1}. ${sentence(random, 3, 6).slice(0, -1)}\n\n${paragraph(random)}\n\n${blocks[n % blocks.length](random)}\n\n`;

/** The last word of a text: it is on screen when all of the text is. */
export const marker = (id) => `ENDMARK${id}Z`;

/** Markdown of about `size` characters that ends with the marker. */
export function reply(size, id) {
  const random = randomFrom(7);
  const tail = `That is all for now, ${marker(id)}`;
  let text = '';
  for (let n = 0; text.length + tail.length < size; n++) text += section(random, n);
  if (text.length + tail.length > size) {
    const cut = text.lastIndexOf('\n## ');
    if (cut > 0) text = text.slice(0, cut + 1);
    while (text.length + tail.length + 2 < size) text += `${sentence(random)}\n\n`;
  }
  return text + tail;
}

/** Pieces of 2 to 6 characters, 4 on average: what tokens look like. */
export function piecesOf(text) {
  const random = randomFrom(3);
  const pieces = [];
  for (let at = 0; at < text.length; at += pieces.at(-1).length) pieces.push(text.slice(at, at + 2 + Math.floor(random() * 5)));
  return pieces;
}

/** Question and answer in turn; answers are Markdown of 300 to 1,500 characters, the last one ends with the marker. */
export function conversation(count) {
  const random = randomFrom(11);
  return Array.from({ length: count }, (_, n) => {
    const last = n === count - 1;
    if (n % 2 === 0 && !last) return { id: `m${n}`, role: 'user', text: sentence(random, 8, 24) };
    let text = `${paragraph(random)}\n\n`;
    if (random() < 0.7) text += `${blocks[n % 4 === 1 ? (n >> 2) % 4 : (n >> 1) % 4](random)}\n\n`;
    if (random() < 0.3) text = `### ${sentence(random, 3, 6)}\n\n${text}${paragraph(random)}\n\n`;
    return { id: `m${n}`, role: 'assistant', text: text + (last ? `Last message ${marker(`H${count}`)}` : sentence(random)) };
  });
}
