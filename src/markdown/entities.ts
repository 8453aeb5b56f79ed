/**
 * Character references in text (`&amp;`, `&#39;`, `&#x27;`), decoded without a DOM.
 * The table holds the names that people and models write; an unknown name stays as written.
 */

/** Names of U+00A0 to U+00FF in order. */
const latin =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo ' +
  'frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute ' +
  'Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml ' +
  'igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml';

/** Names of U+0391 onward; `-` is a code point without a name here. */
const greekUpper = 'Alpha Beta Gamma Delta Epsilon Zeta Eta Theta Iota Kappa Lambda Mu Nu Xi Omicron Pi Rho - Sigma Tau Upsilon Phi Chi Psi Omega';
const greekLower = 'alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigmaf sigma tau upsilon phi chi psi omega';

const others =
  'amp& AMP& lt< LT< gt> GT> quot" QUOT" apos\' Tab\t NewLine\n excl! num# dollar$ percnt% lpar( rpar) ast* plus+ comma, period. sol/ colon: semi; equals= ' +
  'quest? commat@ lsqb[ lbrack[ bsol\\ rsqb] rbrack] Hat^ lowbar_ grave` lcub{ lbrace{ verbar| vert| rcub} rbrace} ' +
  'OElig\u0152 oelig\u0153 Scaron\u0160 scaron\u0161 Yuml\u0178 fnof\u0192 circ\u02c6 tilde\u02dc ensp\u2002 emsp\u2003 thinsp\u2009 zwnj\u200c zwj\u200d lrm\u200e rlm\u200f ' +
  'hyphen\u2010 ndash\u2013 mdash\u2014 lsquo\u2018 rsquo\u2019 sbquo\u201a ldquo\u201c rdquo\u201d bdquo\u201e dagger\u2020 Dagger\u2021 bull\u2022 hellip\u2026 permil\u2030 prime\u2032 ' +
  'Prime\u2033 lsaquo\u2039 rsaquo\u203a oline\u203e frasl\u2044 euro\u20ac trade\u2122 larr\u2190 uarr\u2191 rarr\u2192 darr\u2193 harr\u2194 crarr\u21b5 lArr\u21d0 rArr\u21d2 hArr\u21d4 ' +
  'forall\u2200 part\u2202 exist\u2203 empty\u2205 nabla\u2207 isin\u2208 notin\u2209 ni\u220b prod\u220f sum\u2211 minus\u2212 lowast\u2217 radic\u221a prop\u221d infin\u221e ang\u2220 ' +
  'and\u2227 or\u2228 cap\u2229 cup\u222a int\u222b there4\u2234 sim\u223c cong\u2245 asymp\u2248 ne\u2260 equiv\u2261 le\u2264 ge\u2265 sub\u2282 sup\u2283 nsub\u2284 sube\u2286 supe\u2287 ' +
  'oplus\u2295 otimes\u2297 perp\u22a5 sdot\u22c5 check\u2713 cross\u2717 star\u2606 starf\u2605 phone\u260e hearts\u2665 spades\u2660 clubs\u2663 diams\u2666';

const named: ReadonlyMap<string, string> = buildTable();

function buildTable(): Map<string, string> {
  const table = new Map<string, string>();
  const run = (names: string, first: number): void => {
    names.split(' ').forEach((name, index) => {
      if (name !== '-') table.set(name, String.fromCodePoint(first + index));
    });
  };
  run(latin, 0xa0);
  run(greekUpper, 0x391);
  run(greekLower, 0x3b1);
  for (const entry of others.split(' ')) {
    const match = /^([A-Za-z]+\d*)([^]+)$/.exec(entry);
    if (match) table.set(match[1] ?? '', match[2] ?? '');
  }
  return table;
}

const reference = /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([A-Za-z][A-Za-z0-9]{1,31}));/g;

/** Decodes the references of one run of text, once: `&amp;lt;` becomes `&lt;`. A number that names no character stays as written. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(reference, (written: string, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return named.get(name) ?? written;
    const code = decimal === undefined ? parseInt(hex ?? '', 16) : Number(decimal);
    const paintable = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
    return paintable ? String.fromCodePoint(code) : written;
  });
}
