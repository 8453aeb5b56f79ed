/** docs/rules.md and the tests say the same: a rule without a test, or a test of a rule that is not listed, fails here. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';

const root = fileURLToPath(new URL('..', import.meta.url));
const sources = readdirSync(`${root}test`, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(test|webtest)\.ts$/.test(name) || name.startsWith('support/contracts/'))
  .map((name) => readFileSync(`${root}test/${name}`, 'utf8'))
  .join('\n');
const listed = [...readFileSync(`${root}docs/rules.md`, 'utf8').matchAll(/^\| ([^|]+?) \|/gm)].map((match) => match[1] ?? '').filter((id) => id !== 'id' && !id.startsWith('--'));
const ruleId = /^([ABC]\d|UI-|LOOK |api |case )/;
/** In a title, or as the id of a row of a table of cases. */
const cited = new Set([...sources.matchAll(/[`'"]\[?((?:[ABC]\d+(?:[.-]T?\d+[a-z]?)*|UI-[a-z]+|LOOK \d|api \d[a-z]?|case \d\d))\]?(?=[`'"\] ])/g)].map((match) => match[1]));
const titled = new Set([...sources.matchAll(/\bit\(\s*[`'"]\[([^\]$]+)\]/g)].map((match) => match[1]));

describe('docs/rules.md', () => {
  it('lists each rule once', () => {
    expect(listed.length).to.be.greaterThan(100);
    expect(listed.filter((id, index) => listed.indexOf(id) !== index)).to.eql([]);
  });

  it('has a test for every rule', () => {
    expect(listed.filter((id) => !cited.has(id) && !titled.has(id))).to.eql([]);
  });

  it('lists every rule that a test names', () => {
    const known = new Set(listed);
    const named = [...titled].filter((id) => ruleId.test(id ?? ''));
    expect(named.filter((id) => !known.has(id ?? ''))).to.eql([]);
  });
});
