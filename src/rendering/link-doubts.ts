/** What is odd about a link of a reply. Such a link is followed only after the person has seen its true address. */
import { claimedHost, misleads } from '../markdown/addresses.js';

export type LinkDoubt =
  /** `https://bank.example@evil.example/`: what stands before the `@` is not the site. */
  | { readonly kind: 'credentials' }
  /** The name of the site has letters that can look like others. */
  | { readonly kind: 'foreign-letters' }
  /** The words of the link are an address, of another site than the link's. */
  | { readonly kind: 'other-host'; readonly claimed: string }
  /** Long enough to carry what was said here, which a stranger's text may have asked for. */
  | { readonly kind: 'carries-data'; readonly characters: number };

/** Characters after `?` or `#`, and in one step of the path. Longer ones are more than names and numbers. */
const longestQuery = 200;
const longestStep = 120;

/** Doubts about a link to `href` (absolute, as `URL.href` writes it) behind these words. Empty for an ordinary one. */
export function doubtsAbout(href: string, words: string): readonly LinkDoubt[] {
  const url = new URL(href);
  const doubts: LinkDoubt[] = [];
  if (url.username !== '' || url.password !== '') doubts.push({ kind: 'credentials' });
  if (/(?:^|\.)xn--/.test(url.hostname)) doubts.push({ kind: 'foreign-letters' });
  const claimed = claimedHost(words);
  if (claimed !== undefined && misleads(words, url.host)) doubts.push({ kind: 'other-host', claimed });
  const query = Math.max(0, url.search.length - 1) + Math.max(0, url.hash.length - 1);
  const characters = query + url.pathname.length - 1;
  const tooLong = query > longestQuery || url.pathname.split('/').some((step) => step.length > longestStep);
  if (tooLong) doubts.push({ kind: 'carries-data', characters });
  return doubts;
}

/** Never followed, whatever a host lists: they run script or read what the page may not. */
const forbidden = /^(?:javascript|data|vbscript|blob|file|filesystem|about|view-source):/i;

/** The address when its scheme is one the host listed. `tel` and `TEL:` are the same. */
export function approvedAddress(address: string, schemes: readonly string[] = []): string | undefined {
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(address)?.[1]?.toLowerCase();
  if (scheme === undefined || forbidden.test(address) || /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(address)) return undefined;
  if (!schemes.some((each) => each.toLowerCase().replace(/:$/, '') === scheme)) return undefined;
  try {
    const url = new URL(address);
    return url.protocol === `${scheme}:` ? url.href : undefined;
  } catch {
    return undefined;
  }
}
