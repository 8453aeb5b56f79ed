import { expect } from 'chai';
import fc from 'fast-check';
import { readLanguage } from '../../src/rendering/code-languages.js';

/** What a stretch of code is; '' is neither comment, string nor keyword. */
const facts: readonly (readonly [language: string, code: string, piece: string, kind: string])[] = [
  ['ts', 'const a = "x // y"; // z', 'x // y', 'string'],
  ['ts', 'const a = "x // y"; // z', '// z', 'comment'],
  ['ts', 'f(`a ${b ? `q` : 1} if`)', 'if', 'string'],
  ['ts', 'const n = a / b / c; return', 'return', 'keyword'],
  ['ts', 'x = /["`]/; const y', 'const', 'keyword'],
  ['ts', 'promise.catch(e)', 'catch', ''],
  ['ts', 'promise.default', 'default', ''],
  ['ts', '{ ...this.x }', 'this', 'keyword'],
  ['ts', 'export interface A {}', 'interface', 'keyword'],
  ['tsx', '<b>it</b>; const x', 'const', 'keyword'],
  ['ts', 'const a = { class: 1 }\n/* open if', 'if', 'comment'],
  ['py', '"""doc # no"""\nx = 1 # yes', 'doc # no', 'string'],
  ['py', '"""doc # no"""\nx = 1 # yes', '# yes', 'comment'],
  ['py', "s = f'{x} if'", 'if', 'string'],
  ['py', "rb'\\d' # c", '# c', 'comment'],
  ['py', '@dec\ndef f(): pass', 'def', 'keyword'],
  ['py', 'print("it\'s") # ok', '# ok', 'comment'],
  ['rs', "fn f<'a>(x: &'a str) { let c = 'x'; }", 'let', 'keyword'],
  ['rs', "fn f<'a>(x: &'a str) { let c = 'x'; }", "'x'", 'string'],
  ['rs', 'r#"a "b" // c"# ; let', '// c', 'string'],
  ['rs', 'r#"a "b" // c"# ; let', 'let', 'keyword'],
  ['go', 'x := `raw " if`; defer y()', 'defer', 'keyword'],
  ['go', 'x := `raw " if`; defer y()', 'raw " if', 'string'],
  ["go", "r := '\"'; return", "return", 'keyword'],
  ['java', 'String s = """\n if "a"\n"""; return', 'return', 'keyword'],
  ['java', "char c = '\"'; // q", '// q', 'comment'],
  ['cs', 'var s = @"c:\\"; // c', '// c', 'comment'],
  ['cs', 'var s = $"{x} if"; return', 'return', 'keyword'],
  ['cs', '#region a\nclass B {}', 'class', 'keyword'],
  ['kt', 'val s = "a" // c', '// c', 'comment'],
  ['kt', 'fun main() {}', 'fun', 'keyword'],
  ['swift', 'let s = "a" // c', '// c', 'comment'],
  ['swift', 'guard let x else {}', 'guard', 'keyword'],
  ['rb', 'x = "#{y}" # c', '# c', 'comment'],
  ['rb', 'def f; end', 'def', 'keyword'],
  ['php', '<?php $x = "a"; // c', '// c', 'comment'],
  ['php', '<?php function f() {}', 'function', 'keyword'],
  ['c', '#include <a.h>\nint x = \'"\'; /* c */', '/* c */', 'comment'],
  ['cpp', 'auto s = R"(a "b" // c)"; return', 'return', 'keyword'],
  ['sql', "select 'it''s -- no' from t -- yes", 'it\'\'s -- no', 'string'],
  ['sql', "select 'it''s -- no' from t -- yes", '-- yes', 'comment'],
  ['sql', 'Select a From b', 'From', 'keyword'],
  ['bash', 'echo "a # b" # c', '# c', 'comment'],
  ['bash', 'echo "a # b" # c', 'a # b', 'string'],
  ['bash', 'echo $# ${#x} ok; if x', 'if', 'keyword'],
  ['bash', "echo 'it' # c", '# c', 'comment'],
  ['yaml', 'url: http://a#b # c', '# c', 'comment'],
  ['yaml', 'a: "x: y"', 'x: y', 'string'],
  ['yaml', 'key: v', 'key', 'keyword'],
  ['toml', '[a]\nb = "x # y" # c', '# c', 'comment'],
  ['json', '{"a": "b # c"}', 'b # c', 'string'],
  ['json', '{"a": true}', 'true', 'keyword'],
  ['html', '<!-- <b> -->x', '<b>', 'comment'],
  ['html', '<p>it\'s "fine"</p>', '"fine"', ''],
  ['html', '<script>const a = "</b>"</script>', 'const', 'keyword'],
  ['html', '<a href="x">y</a>', 'x', 'string'],
  ['css', 'a:hover { color: red } /* c */', '/* c */', 'comment'],
  ['css', '@media (x) {}', '@media', 'keyword'],
  ['diff', '-a\n+b', '+b', 'added'],
  ['docker', 'FROM a AS b\n# c', 'FROM', 'keyword'],
  ['powershell', '<# c #> Get-X "a"', '<# c #>', 'comment'],
  ['lua', '--[[ c\nif ]] local x', 'if', 'comment'],
];

const names = [
  'ts', 'py', 'java', 'c', 'cs', 'go', 'rs', 'rb', 'php', 'kt', 'swift', 'scala', 'dart', 'bash', 'powershell', 'sql', 'html', 'css', 'scss', 'json', 'yaml', 'toml', 'docker', 'lua', 'graphql', 'md', 'diff',
];

const piecesOf = (language: string, code: string): { kind: string; start: number; end: number }[] => [...(readLanguage(language)?.(code) ?? [])];

describe('languages of code', () => {
  for (const [language, code, piece, kind] of facts) {
    it(`[UI-code] ${language}: ${JSON.stringify(piece)} in ${JSON.stringify(code)} is ${kind || 'plain'}`, () => {
      const start = code.indexOf(piece);
      const over = piecesOf(language, code).filter((each) => each.start < start + piece.length && each.end > start);
      expect([...new Set(over.map((each) => each.kind))]).to.deep.equal(kind ? [kind] : []);
    });
  }

  it('[UI-code] whatever the text, the pieces are in order and inside it', () => {
    const part = fc.constantFrom('"', "'", '`', '/*', '*/', '//', '#', '\\', '\n', '${', '}', '<!--', '-->', '<script>', '</script>', '=', ' ', 'if', 'x1', '- ', '+', '@', '"""', '--', '[[', '\u{1f600}');
    const text = fc.array(part, { maxLength: 60 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.constantFrom(...names), text, (name, code) => {
        let before = 0;
        for (const { start, end } of piecesOf(name, code)) {
          expect(start).to.be.at.least(before);
          expect(end).to.be.greaterThan(start).and.at.most(code.length);
          before = end;
        }
      }),
      { seed: 4, numRuns: 3000 },
    );
  });

  it('[UI-code] no text of the longest length takes more than half a second in any language', () => {
    const length = 60_000;
    for (const part of ['"', "'", '`${', '${', '/*', '/', '<', '\n#', '=/[', 'a: ', '- ', '**', '```\n', '"""\\', '<script>', ' ', '[[', '$', 'a.', '"a":', '\n- ', "r'"]) {
      const text = part.repeat(length / part.length);
      for (const name of names) {
        const start = performance.now();
        piecesOf(name, text);
        expect(performance.now() - start, `${name} ${JSON.stringify(part)}`).to.be.below(500);
      }
    }
  }).timeout(60_000);

  it('[UI-code] a name that nobody knows has no reader, whatever objects have by nature', () => {
    for (const name of ['', 'nonsense', 'constructor', '__proto__', 'tostring']) expect(readLanguage(name)).to.equal(undefined);
    expect(readLanguage('TypeScript')).to.be.a('function');
  });
});
