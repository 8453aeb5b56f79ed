/**
 * Enough of the usual languages to tell comments, strings and keywords apart. One expression per language, run once over the text:
 * every piece that can hide another (a comment in a string, a quote in a comment) is tried before the words. Unclosed pieces end
 * with the text, so half a reply is read too; nothing here backtracks over more than a bounded stretch.
 */

export type CodeKind = 'comment' | 'string' | 'keyword' | 'added' | 'removed';

export interface CodePiece {
  readonly kind: CodeKind;
  readonly start: number;
  readonly end: number;
}

/** The parts of a language as sources of expressions. `words` are keywords, `marks` is what always reads as one. */
interface Language {
  readonly comments?: readonly string[];
  readonly strings?: readonly string[];
  readonly marks?: readonly string[];
  readonly words?: string;
  readonly anyCase?: boolean;
  readonly added?: string;
  readonly removed?: string;
}

const r = String.raw;
const end = r`(?![^])`;
const slashes = r`\/\/[^\n]*`;
const block = r`\/\*[^]*?(?:\*\/|${end})`;
const hash = r`(?<![^\s;])#[^\n]*`;
const double = r`"(?:\\[^]|[^"\\\n])*"?`;
const single = r`'(?:\\[^]|[^'\\\n])*'?`;
/** One character, so that a lifetime or an apostrophe opens nothing. */
const character = r`'(?:\\[^\n']{1,9}|\\'|[^'\\\n])'`;
const triple = r`"""(?:\\[^]|[^\\])*?(?:"""|${end})`;
const ticks = '`[^`]*`?';
const template = '`(?:\\\\[^]|\\$\\{(?:[^{}`]|\\{[^{}]{0,200}\\}|`(?:\\\\[^]|[^`\\\\]){0,200}`){0,400}\\}|[^`\\\\])*`?';
const annotation = r`@[A-Za-z_][\w.]*`;

const shared = 'if else for while do switch case default break continue return true false null';
const objects = 'class interface enum extends new this super try catch finally throw public private protected static abstract void import';
const numbers = 'int long float double char short byte boolean';

const script: Language = {
  comments: [slashes, block],
  strings: [template, double, single, r`(?<=[=(,:;!&|?{}[+\n]\s{0,9}|\breturn\s)\/(?![*\/])(?:\\.|\[(?:\\.|[^\]\\\n]){0,200}\]|[^\/\\\n[]){1,400}\/[dgimsuvy]*`],
  marks: [annotation],
  words:
    `${shared} ${objects} async await const debugger delete export from function get implements in instanceof let of package set typeof undefined var with yield as ` +
    'any asserts bigint boolean declare infer is keyof namespace never number object readonly satisfies string symbol type unique unknown',
};

const java: Language = {
  comments: [slashes, block],
  strings: [triple, double, character],
  marks: [annotation],
  words: `${shared} ${objects} ${numbers} assert final implements instanceof native package permits record sealed strictfp synchronized throws transient var volatile yield`,
};

const shell: Language = {
  comments: [hash],
  strings: [r`"(?:\\[^]|[^"\\])*"?`, r`'[^']*'`],
  marks: [r`\$\{[^}\n]{0,200}\}|\$\w+`],
  words: 'if then else elif fi for while until do done case esac in function select time return exit export local readonly declare set unset shift source alias eval exec trap true false',
};

const markup: Language = {
  comments: [r`<!--[^]*?(?:-->|${end})`],
  strings: [r`(?<=[\w-]\s{0,3}=\s{0,3})(?:"[^"<]*"|'[^'<]*')`],
  marks: [r`<\/?[A-Za-z][\w:.-]*|<[!?][\w-]+`],
};

const styles: Language = {
  comments: [block],
  strings: [double, single],
  marks: [r`@[\w-]+|!important\b`, r`(?:--)?[A-Za-z][\w-]*(?=\s{0,3}:\s)`],
};

const languages: Readonly<Record<string, Language>> = {
  script,
  java,
  shell,
  markup,
  styles,
  scss: { ...styles, comments: [block, slashes] },
  python: {
    comments: [r`#[^\n]*`],
    strings: [r`\b[rRbBfFuUtT]{0,2}(?:${triple}|'''(?:\\[^]|[^\\])*?(?:'''|${end}))`, triple, r`'''(?:\\[^]|[^\\])*?(?:'''|${end})`, r`\b[rRbBfFuUtT]{1,2}(?:${double}|${single})`, double, single],
    marks: [annotation],
    words:
      'and as assert async await break case class continue def del elif else except finally for from global if import in is lambda match nonlocal not or pass raise return try while with yield True False None self',
  },
  c: {
    comments: [slashes, block],
    strings: [r`R"\(([^]*?)(?:\)"|${end})`, double, character],
    marks: [r`^[ \t]*#[ \t]*\w+`],
    words:
      `${shared} ${numbers} ${objects} auto bool const constexpr constinit consteval co_await co_return co_yield concept decltype delete explicit extern friend goto inline mutable namespace noexcept nullptr NULL operator override ` +
      'register requires restrict signed sizeof static_assert static_cast struct template typedef typename union unsigned using virtual volatile final size_t uint8_t uint32_t uint64_t int32_t int64_t',
  },
  csharp: {
    comments: [slashes, block],
    strings: [triple, r`[$]?@[$]?"(?:""|[^"])*"?`, double, character],
    marks: [r`^[ \t]*#[ \t]*\w+`],
    words:
      `${shared} ${objects} ${numbers} as async await base bool checked const decimal delegate event explicit foreach get goto implicit in init internal is lock nameof namespace object operator out override params ` +
      'partial readonly record ref required sbyte sealed set sizeof stackalloc string struct typeof uint ulong unsafe ushort using value var virtual volatile when where with yield',
  },
  go: {
    comments: [slashes, block],
    strings: [ticks, double, character],
    words:
      `${shared} any bool byte chan complex128 const defer error fallthrough float32 float64 func go goto import int int32 int64 interface iota make map new nil package range rune select string struct type uint uint8 uint64 var`,
  },
  rust: {
    comments: [slashes, block],
    strings: [r`b?r(?<hashes>#{0,3})"[^]*?(?:"\k<hashes>|${end})`, double, character],
    marks: [r`#!?\[[^\]\n]*\]`, r`\b[a-z_]\w*!(?=[\s([{])`],
    words:
      'as async await bool box break char const continue crate dyn else enum extern f32 f64 false fn for i8 i16 i32 i64 if impl in isize let loop match mod move mut pub ref return self Self static str struct super trait true type u8 u16 u32 u64 union unsafe use usize where while yield',
  },
  ruby: {
    comments: [r`#(?!\{)[^\n]*`, r`^=begin[^]*?(?:^=end|${end})`],
    strings: [double, single],
    marks: [r`(?<![:\w]):[a-z_]\w*[?!]?`, r`@{1,2}[a-z_]\w*`],
    words: 'alias and begin break case class def defined do else elsif end ensure false for if in module next nil not or redo require rescue retry return self super then true undef unless until when while yield',
  },
  php: {
    comments: [slashes, block, r`#(?!\[)[^\n]*`],
    strings: [double, single],
    marks: [r`<\?(?:php|=)?|\?>`],
    words: `${shared} ${objects} abstract and array as callable clone const declare echo elseif empty endif endforeach exit final fn foreach function global goto implements include instanceof insteadof isset list match mixed namespace or print readonly require require_once string int bool float trait unset use var xor yield`,
    anyCase: true,
  },
  kotlin: {
    comments: [slashes, block],
    strings: [triple, double, character],
    marks: [annotation],
    words: `${shared} ${objects} as by companion const constructor data fun in init inline inner internal is lateinit object open operator out override package reified sealed suspend typealias val var vararg when where`,
  },
  swift: {
    comments: [slashes, block],
    strings: [triple, double],
    marks: [r`[@#][a-z]\w*`],
    words: `${shared} actor any as associatedtype async await catch class defer deinit enum extension fallthrough fileprivate final func get guard import in indirect init inout internal is lazy let mutating nil nonisolated open operator override private protocol public repeat required rethrows self Self set some static struct subscript super throw throws try typealias unowned var weak where`,
  },
  scala: {
    comments: [slashes, block],
    strings: [triple, double, character],
    marks: [annotation],
    words: `${shared} ${objects} def extension final given implicit lazy match object override package sealed then trait type using val var with yield`,
  },
  dart: {
    comments: [slashes, block],
    strings: [triple, double, single],
    marks: [annotation],
    words: `${shared} ${objects} as assert async await bool const dynamic export external factory final get implements in int is late library mixin num on operator part required rethrow set sealed String typedef var with yield`,
  },
  lua: {
    comments: [r`--\[\[[^]*?(?:\]\]|${end})`, r`--[^\n]*`],
    strings: [r`\[\[[^]*?(?:\]\]|${end})`, double, single],
    words: 'and break do else elseif end false for function goto if in local nil not or repeat return then true until while',
  },
  powershell: {
    comments: [r`<#[^]*?(?:#>|${end})`, hash],
    strings: ['"(?:`[^]|[^"`])*"?', r`'[^']*'`],
    marks: [r`\$[\w:]+`],
    words: 'begin break catch class continue data do else elseif end exit filter finally for foreach from function if in param process return switch throw trap try until using while',
    anyCase: true,
  },
  sql: {
    comments: [r`--[^\n]*`, block],
    strings: [r`'(?:''|[^'])*'?`, r`"(?:""|[^"\n])*"`],
    words:
      'add all alter and any as asc begin between bigint boolean by case cast check column commit constraint create cross current_date current_timestamp database date decimal default delete desc distinct drop else end except exists explain false ' +
      'fetch first following for foreign from full function grant group having if ilike in index inner insert int integer intersect interval into is join jsonb key lateral left like limit materialized natural not null numeric offset on or order outer over ' +
      'partition preceding primary procedure range recursive references replace returning revoke right rollback row rows schema select serial set table temporary text then timestamp timestamptz to trigger true truncate union unique update using uuid values varchar view when where window with without',
    anyCase: true,
  },
  json: { comments: [slashes, block], marks: [r`"(?:\\[^]|[^"\\\n])*"(?=\s*:)`], strings: [double], words: 'true false null' },
  yaml: { comments: [hash], strings: [double, r`'(?:''|[^'\n])*'`], marks: [r`^[ \t]*(?:- +)*[\w.$\/-]+(?=:(?:\s|${end}))`, r`(?<=^|\s)[&*][\w-]+`], words: 'true false null yes no' },
  ini: { comments: [r`(?<![^\s])[#;][^\n]*`], strings: [triple, double, single], marks: [r`^[ \t]*\[[^\n]*\]`, r`^[ \t]*[\w."-]+(?=[ \t]*=)`], words: 'true false' },
  docker: { comments: [r`^[ \t]*#[^\n]*`], strings: [double, r`'[^'\n]*'`], marks: [r`^[ \t]*(?:FROM|RUN|CMD|LABEL|EXPOSE|ENV|ADD|COPY|ENTRYPOINT|VOLUME|USER|WORKDIR|ARG|ONBUILD|STOPSIGNAL|HEALTHCHECK|SHELL)\b`, r`\bAS\b`] },
  graphql: { comments: [r`#[^\n]*`], strings: [triple, double], marks: [r`[@$]\w+`], words: 'query mutation subscription fragment on type input enum union interface scalar schema directive extend implements true false null' },
  markdown: { comments: [r`<!--[^]*?(?:-->|${end})`, r`^>[^\n]*`], strings: [r`^ {0,3}(?:${'`'}{3}|~{3})[^]*?(?:^ {0,3}(?:${'`'}{3}|~{3})|${end})`, '`[^`\n]+`'], marks: [r`^#{1,6} [^\n]*`, r`^[ \t]*(?:[-*+]|\d{1,9}[.)])(?= )`, r`\*\*[^*\n]+\*\*`] },
  diff: { comments: [r`^(?:@@|diff |index |---|\+\+\+)[^\n]*`], added: r`^\+[^\n]*`, removed: r`^-[^\n]*` },
};

const names: Readonly<Record<string, string>> = {
  script: 'js javascript mjs cjs jsx node ts typescript mts cts tsx',
  java: 'java groovy',
  shell: 'sh bash shell zsh console shell-session terminal',
  markup: 'html xml svg vue svelte xhtml astro',
  styles: 'css',
  scss: 'scss less sass',
  python: 'py python python3 pyi',
  c: 'c h cpp c++ cc hpp cxx objc arduino',
  csharp: 'cs csharp c#',
  go: 'go golang',
  rust: 'rs rust',
  ruby: 'rb ruby',
  php: 'php',
  kotlin: 'kt kotlin kts',
  swift: 'swift',
  scala: 'scala',
  dart: 'dart',
  lua: 'lua',
  powershell: 'ps1 powershell pwsh ps',
  sql: 'sql mysql postgresql postgres sqlite plsql tsql',
  json: 'json jsonc json5 jsonl webmanifest',
  yaml: 'yaml yml',
  ini: 'ini toml cfg conf properties env dotenv',
  docker: 'docker dockerfile',
  graphql: 'graphql gql',
  markdown: 'md markdown mdx',
  diff: 'diff patch',
};

const byName = new Map(Object.entries(names).flatMap(([language, all]) => all.split(' ').map((name) => [name, language] as const)));

type Read = (text: string) => Iterable<CodePiece>;

const readers = new Map<string, Read>();

/** The reader of a language by the name after the fence in any case, `undefined` for an unknown one. */
export function readLanguage(name: string): Read | undefined {
  const key = byName.get(name.toLowerCase());
  const language = key === undefined ? undefined : languages[key];
  if (key === undefined || !language) return undefined;
  const known = readers.get(key);
  if (known) return known;
  const own = readerOf(language);
  const made: Read = key === 'markup' ? (text) => readMarkup(text, own) : own;
  readers.set(key, made);
  return made;
}

function readerOf({ comments = [], strings = [], marks = [], words = '', anyCase = false, added, removed }: Language): Read {
  const group = (name: string, sources: readonly (string | undefined)[]): readonly string[] => {
    const given = sources.filter((source) => source !== undefined);
    return given.length > 0 ? [`(?<${name}>${given.join('|')})`] : [];
  };
  const source = [...group('comment', comments), ...group('added', [added]), ...group('removed', [removed]), ...group('keyword', marks.filter((mark) => mark.startsWith('"'))), ...group('string', strings), ...group('mark', marks), r`(?<word>[A-Za-z_$][\w$]*)`].join('|');
  const pattern = new RegExp(source, 'gm');
  const keywords = new Set(words.split(' '));
  return function* (text) {
    for (const { 0: piece, index, groups = {} } of text.matchAll(pattern)) {
      const kind = kindOf(groups, (word) => keywords.has(anyCase ? word.toLowerCase() : word) && !isMember(text, index));
      if (kind && piece !== '') yield { kind, start: index, end: index + piece.length };
    }
  };
}

function kindOf(groups: Record<string, string | undefined>, isKeyword: (word: string) => boolean): CodeKind | undefined {
  if (groups.word !== undefined) return isKeyword(groups.word) ? 'keyword' : undefined;
  if (groups.comment !== undefined) return 'comment';
  if (groups.string !== undefined) return 'string';
  if (groups.added !== undefined) return 'added';
  return groups.removed === undefined ? 'keyword' : 'removed';
}

/** `promise.catch` and `props.class` are names; `...this` is not. */
function isMember(text: string, index: number): boolean {
  return text[index - 1] === '.' && text[index - 2] !== '.';
}

/** Scripts and styles inside markup are read as what they are. */
function* readMarkup(text: string, own: Read): Iterable<CodePiece> {
  let from = 0;
  for (const { 0: opening, 1: tag = '', index } of text.matchAll(/<(script|style)\b[^>]{0,400}>/gi)) {
    const start = index + opening.length;
    if (start <= from) continue;
    const closing = text.indexOf(`</${tag}`, start);
    const stop = closing < 0 ? text.length : closing;
    yield* moved(own(text.slice(from, start)), from);
    const inner = readLanguage(tag.toLowerCase() === 'style' ? 'css' : 'js');
    if (inner) yield* moved(inner(text.slice(start, stop)), start);
    from = stop;
  }
  yield* moved(own(text.slice(from)), from);
}

function* moved(pieces: Iterable<CodePiece>, by: number): Iterable<CodePiece> {
  for (const { kind, start, end: stop } of pieces) yield { kind, start: start + by, end: stop + by };
}
