import { expect } from 'chai';
import { checkFloors } from '../../.ci/floors.mjs';

const check = (files: Record<string, string>): string[] => checkFloors(new Map(Object.entries(files)));

describe('floors', () => {
  it('[floors] a sound tree has no breach', () => {
    expect(
      check({
        'model/message.ts': `export const a = 1;`,
        'model/snapshot.ts': `export const copy = (value: unknown) => structuredClone(value);`,
        'run/runner.ts': `import { a } from '../model/message.js'; export { a };`,
        'conversation/tree.ts': `import type { a } from '../run/runner.js';`,
        'history/store.ts': `import { openDB } from 'idb'; import '../conversation/tree.js';`,
        'rendering/view.ts': `import { html } from 'lit'; import { repeat } from 'lit/directives/repeat.js';`,
        'ui/element.ts': `import '../rendering/view.js'; import '../conversation/tree.js'; import './part.js';`,
        'ui/part.ts': `export {};`,
        'testing/harness.ts': `import '../ui/element.js'; import '../history/store.js';`,
        'core.ts': `export * from './conversation/tree.js';`,
        'testing.ts': `export * from './testing/harness.js'; export * from './core.js';`,
      }),
    ).to.deep.equal([]);
  });

  it('[floors] a package that is not on the card of the floor is named', () => {
    expect(check({ 'conversation/tree.ts': `import { html } from 'lit';` })).to.deep.equal(['conversation/tree.ts must not import "lit"']);
    expect(check({ 'rendering/view.ts': `import x from 'literal';` })).to.deep.equal(['rendering/view.ts must not import "literal"']);
    expect(check({ 'model/a.ts': `export * from 'idb';` })).to.deep.equal(['model/a.ts must not import "idb"']);
    expect(check({ 'run/a.ts': `const x = import('marked');` })).to.deep.equal(['run/a.ts must not import "marked"']);
    expect(check({ 'core.ts': `import 'lit';` })).to.deep.equal(['core.ts must not import "lit"']);
  });

  it('[floors] an import of a higher floor is a breach, for a type as well', () => {
    expect(check({ 'model/a.ts': `import type { B } from '../run/b.js';`, 'run/b.ts': '' })).to.deep.equal(['model/a.ts must not import "run/b.ts"']);
    expect(check({ 'ui/a.ts': `import '../history/b.js';`, 'history/b.ts': '' })).to.deep.equal(['ui/a.ts must not import "history/b.ts"']);
    expect(check({ 'ui/a.ts': `import '../core.js';`, 'core.ts': '' })).to.deep.equal(['ui/a.ts must not import "core.ts"']);
    expect(check({ 'ui/a.ts': `import '../testing/b.js';`, 'testing/b.ts': '' })).to.deep.equal(['ui/a.ts must not import "testing/b.ts"']);
  });

  it('[floors] folders on one floor never import one another', () => {
    expect(check({ 'agent/a.ts': `import '../conversation/b.js';`, 'conversation/b.ts': '' })).to.deep.equal(['agent/a.ts must not import "conversation/b.ts"']);
    expect(check({ 'run/a.ts': `import '../markdown/b.js';`, 'markdown/b.ts': '' })).to.deep.equal(['run/a.ts must not import "markdown/b.ts"']);
  });

  it('[floors] nothing is imported from outside of src', () => {
    expect(check({ 'ui/a.ts': `import '../../demo/b.js';` })).to.deep.equal(['ui/a.ts must not import "../../demo/b.js": it is outside of src']);
  });

  it('[floors] a folder that is on no floor is named', () => {
    expect(check({ 'helpers/a.ts': '' })).to.deep.equal(['helpers/a.ts: folder "helpers" is on no floor; add it to the table in .ci/floors.mjs']);
  });

  it('[floors] a cycle is printed once, with its way', () => {
    expect(
      check({
        'conversation/tree.ts': `import './state.js';`,
        'conversation/state.ts': `import './turn.js';`,
        'conversation/turn.ts': `import './tree.js';`,
        'conversation/other.ts': `import './turn.js';`,
      }),
    ).to.deep.equal(['cycle: conversation/tree.ts -> conversation/state.ts -> conversation/turn.ts -> conversation/tree.ts']);
  });

  it('[floors] structuredClone is used in model/snapshot.ts only; prose may name it', () => {
    expect(check({ 'run/a.ts': `export const a = structuredClone({});` })).to.deep.equal(['run/a.ts:1 must not use structuredClone']);
    expect(check({ 'run/a.ts': `// equal to structuredClone\nexport const a = 'not structuredClone';` })).to.deep.equal([]);
  });

  it('[floors] markup from strings and code from strings are used nowhere', () => {
    expect(check({ 'ui/a.ts': `\nbox.innerHTML = text;` })).to.deep.equal(['ui/a.ts:2 must not use innerHTML']);
    expect(check({ 'ui/a.ts': `box['innerHTML'] = text;` })).to.deep.equal(['ui/a.ts:1 must not use innerHTML']);
    expect(check({ 'ui/a.ts': 'html`<p .innerHTML=${text}></p>`;' })).to.deep.equal(['ui/a.ts:1 must not use innerHTML']);
    expect(check({ 'ui/a.ts': `import { unsafeHTML } from 'lit/directives/unsafe-html.js';` })).to.deep.equal(['ui/a.ts:1 must not use unsafeHTML']);
    expect(check({ 'ui/a.ts': `import { unsafeCSS } from 'lit';` })).to.deep.equal(['ui/a.ts:1 must not use unsafeCSS']);
    expect(check({ 'model/a.ts': `eval('1');` })).to.deep.equal(['model/a.ts:1 must not use eval']);
    expect(check({ 'model/a.ts': `const evaluation = 1;` })).to.deep.equal([]);
  });
});
