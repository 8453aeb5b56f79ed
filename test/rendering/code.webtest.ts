import { expect, nextFrame, waitUntil } from '@open-wc/testing';
import { contentHost, type ContentHost } from './content-host.js';

const kinds = ['keyword', 'string', 'comment', 'added', 'removed'];

/** What is coloured in the host, as kind and words. */
function coloredIn(host: ContentHost): string[] {
  return kinds.flatMap((kind) =>
    [...(CSS.highlights.get(`agent-code-${kind}`) ?? [])]
      .filter((range) => host.body.contains(range.startContainer))
      .map((range) => `${kind} ${(range.startContainer as Text).data.slice(range.startOffset, range.startContainer === range.endContainer ? range.endOffset : undefined)}`),
  );
}

const pieces = (text: string, from: number): string[] => Array.from({ length: text.length - from + 1 }, (_, index) => text.slice(0, from + index));

describe('code in a reply', () => {
  it('[case 11] code grows by appending: a selection in it, its nodes and its scroll position stay', async () => {
    const host = await contentHost();
    host.style.setProperty('display', 'block');
    host.style.setProperty('width', '400px');
    const line = `const word = "a long line that does not fit into the block${', and on'.repeat(20)}";\n`;
    await host.show(`done\n\n\`\`\`ts\n${line}`, true);
    const pre = host.one('pre');
    const text = [...host.one('code').childNodes].find((child) => child instanceof Text) as Text;
    getSelection()?.setBaseAndExtent(text, 6, text, 10);
    pre.scrollLeft = 40;
    for (const part of pieces(`done\n\n\`\`\`ts\n${line}${'x\n'.repeat(12)}`, `done\n\n\`\`\`ts\n${line}`.length)) await host.show(part, true);
    await host.show(`done\n\n\`\`\`ts\n${line}${'x\n'.repeat(12)}\`\`\`\n\nend`);
    expect(text.isConnected).to.equal(true);
    expect(text.data).to.equal(`${line}${'x\n'.repeat(12)}`.trimEnd());
    expect(host.one('pre')).to.equal(pre);
    expect(pre.scrollLeft).to.equal(40);
    const selection = getSelection();
    const composed = selection?.getComposedRanges?.({ shadowRoots: [host.renderRoot as ShadowRoot] })[0];
    if (composed) expect([composed.startContainer === text, composed.startOffset, composed.endOffset]).to.deep.equal([true, 6, 10]);
    else expect(selection?.toString()).to.equal('word');
  });

  it('[UI-code] what follows another beginning replaces only what differs, and long code is exact', async () => {
    const host = await contentHost();
    const line = `${'0123456789'.repeat(7)}\n`;
    for (const code of [line.repeat(200), line.repeat(400), `${line.repeat(150)}other\u202e end`, 'short', `short${line.repeat(70)}`]) {
      await host.show(`\`\`\`\`\n${code}`, true);
      expect(host.one('pre').textContent.trimEnd()).to.equal(code.trimEnd());
    }
    expect(host.one('code').childNodes.length).to.be.greaterThan(2);
  });

  it('[UI-code] closed code is coloured where it is seen, and no node of it changes', async () => {
    const host = await contentHost();
    await host.show('```ts\nconst a = "x"; // note\n```\n\nend');
    const before = host.one('pre').outerHTML;
    await waitUntil(() => coloredIn(host).length > 0, 'code was not coloured');
    expect(coloredIn(host)).to.have.members(['keyword const', 'string "x"', 'comment // note']);
    expect(host.one('pre').outerHTML).to.equal(before);
    host.remove();
    expect(coloredIn(host), 'left behind').to.deep.equal([]);
    document.body.append(host);
    await waitUntil(() => coloredIn(host).length === 3, 'back in the page it was not coloured');
  });

  it('[UI-code] code out of sight is coloured when it comes into sight and plain again when it leaves', async () => {
    const host = await contentHost();
    const far = 'word\n\n'.repeat(200);
    await host.show(`\`\`\`js\nlet near;\n\`\`\`\n\n${far}\`\`\`js\nlet far;\n\`\`\`\n\nend`);
    await waitUntil(() => coloredIn(host).length === 1);
    host.all('pre')[1]?.scrollIntoView();
    await waitUntil(() => coloredIn(host).length === 1 && [...(CSS.highlights.get('agent-code-keyword') ?? [])].some((range) => host.all('pre')[1]?.contains(range.startContainer)));
  });

  it('[UI-code] code that grows is plain while it grows and coloured when it stands still', async () => {
    const host = await contentHost();
    let stoodStill = false;
    for (const part of pieces('```js\nreturn "a"; // b', 12)) {
      const start = performance.now();
      await host.show(part, true);
      await nextFrame();
      // On a machine under load a frame may take longer than it has to stand still.
      stoodStill ||= performance.now() - start > 300;
      if (!stoodStill) expect(coloredIn(host)).to.deep.equal([]);
    }
    await waitUntil(() => coloredIn(host).length === 3, 'it stood still and was not coloured', { timeout: 3000 });
    await host.show('```js\nreturn "a"; // b\nif', true);
    expect(coloredIn(host), 'what is coloured stays so while text is added').to.have.length(3);
  });

  it('[UI-code] an unknown language, or none, stays plain', async () => {
    const host = await contentHost();
    await host.show('```\nreturn 1\n```\n\n```nonsense\nreturn 2\n```\n\n```js\nreturn 3\n```\n\nend');
    await waitUntil(() => coloredIn(host).length > 0);
    expect(coloredIn(host)).to.deep.equal(['keyword return']);
  });

  it('[LOOK 2] every colour of code reads on its ground, in light and in dark', async () => {
    const host = await contentHost();
    await host.show('```js\nx\n```');
    for (const scheme of ['light', 'dark']) {
      host.style.setProperty('color-scheme', scheme);
      const ground = paint(host.one('.code'), 'var(--_sunken)');
      for (const color of ['--agent-text', '--agent-accent', '--_code-string', '--agent-text-muted', '--agent-danger']) {
        expect(contrast(paint(host.one('pre'), `var(${color})`), ground), `${color} in ${scheme}`).to.be.at.least(4.5);
      }
    }
  });

  it('[UI-bidi] characters that turn text around are seen and turn nothing, and the copied code is exact', async () => {
    const host = await contentHost();
    const code = 'if (admin) /*\u202e } \u2066if (x)\u2069 */ {}';
    await host.show(`\`\`\`c\n${code}\n\`\`\`\n\nend \`a\u202eb\``);
    expect(host.all('pre .control').map((control) => control.dataset.code)).to.deep.equal(['U+202E', 'U+2066', 'U+2069']);
    expect(host.one('pre .control').getBoundingClientRect().width).to.be.greaterThan(30);
    expect(getComputedStyle(host.one('pre .control')).unicodeBidi).to.equal('isolate');
    expect(host.all('p .control')).to.have.length(1);
    host.one('button[aria-label="Copy code"]').click();
    expect(host.copied).to.deep.equal([code]);
  });

  it('[UI-bidi] in prose only the ones that override are shown, in a link all', async () => {
    const host = await contentHost();
    await host.show('a\u200eb c\u202ed [e\u200ef](https://a.test/)');
    expect(host.all('.control').map((control) => control.dataset.code)).to.deep.equal(['U+202E', 'U+200E']);
  });

  it('[UI-bidi] they are seen in labels, thoughts, tool calls and the words of a blocked picture too', async () => {
    const host = await contentHost();
    await host.show([
      { type: 'reasoning', text: 'a\u202eb' },
      { type: 'tool_use', id: '1', name: 'x', input: { a: 'c\u2066d' } },
      { type: 'tool_result', tool_use_id: '1', content: 'e\u202df' },
      { type: 'text', text: '```j\u202es\n1\n```\n\n![p\u202eq](https://img.example.test/a.png)' },
    ]);
    expect(host.all('.control').map((control) => control.closest('.fold, .more, pre, .language, .alt')?.localName)).to.deep.equal(['div', 'span', 'pre', 'pre', 'span', 'span']);
  });

  it('[UI-code] the copy button says when the text is on the clipboard, and then offers to copy again', async () => {
    const host = await contentHost();
    let answer = false;
    host.more = { onCopy: () => Promise.resolve(answer) };
    await host.show('```js\nx\n```\n\nend');
    const button = host.one('.copies');
    button.click();
    await nextFrame();
    expect(button.getAttribute('aria-label')).to.equal('Copy code');
    answer = true;
    button.click();
    await waitUntil(() => button.getAttribute('aria-label') === 'Copied');
    await waitUntil(() => button.getAttribute('aria-label') === 'Copy code', 'it went on saying so', { timeout: 4000 });
  });
});

/** A color as it is painted: red, green, blue in 0 … 255. */
function paint(inside: HTMLElement, color: string): readonly number[] {
  const probe = document.createElement('i');
  probe.style.setProperty('color', color);
  inside.append(probe);
  const context = new OffscreenCanvas(1, 1).getContext('2d');
  if (!context) throw new Error('no canvas');
  context.fillStyle = getComputedStyle(probe).color;
  context.fillRect(0, 0, 1, 1);
  probe.remove();
  return [...context.getImageData(0, 0, 1, 1).data.slice(0, 3)];
}

function contrast(one: readonly number[], other: readonly number[]): number {
  const light = (rgb: readonly number[]): number => {
    const [red = 0, green = 0, blue = 0] = rgb.map((value) => (value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const [high = 0, low = 0] = [light(one), light(other)].sort((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}
