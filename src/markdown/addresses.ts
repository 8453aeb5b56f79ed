/**
 * Where a link or an image of a reply may lead. The answer is data; nothing is opened or loaded here.
 * A reply is untrusted text, so the list says what is allowed and everything else is inert.
 */
import { decodeEntities } from './entities.js';

export type LinkAddress =
  /** Leaves the page. `host` is the true one, as the browser reads it (an international name in its `xn--` form). */
  | { readonly kind: 'web'; readonly href: string; readonly host: string; readonly hasCredentials: boolean }
  | { readonly kind: 'mail'; readonly href: string }
  /** A place in the page, `#name`. */
  | { readonly kind: 'fragment'; readonly href: string }
  /** Not followed. `address` is what was written. */
  | { readonly kind: 'inert'; readonly address: string };

export type ImageAddress =
  | { readonly kind: 'shown'; readonly src: string; readonly remote: boolean }
  /** `host` is the scheme when there is no host; `extra` counts the characters after the host. */
  | { readonly kind: 'blocked'; readonly host: string; readonly extra: number };

/** A browser drops some of these from an address and then sees another scheme than the reader of the text. */
const hidden = /[\u0000-\u001f\u007f-\u009f\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/;

/** Reads the address of a link as marked gives it; `literal` when it is an autolink, in which references are not decoded. */
export function readLink(written: string, literal = false): LinkAddress {
  const address = literal ? written : decodeEntities(written);
  const inert: LinkAddress = { kind: 'inert', address };
  if (hidden.test(address)) return inert;
  // A hash router reads "#/path" as a page; only a plain name is a place in this one.
  if (/^#[\p{L}\p{N}_.-]+$/u.test(address)) return { kind: 'fragment', href: address };
  if (/^mailto:[^/\\]/i.test(address)) {
    const mail = parse(address);
    return mail?.protocol === 'mailto:' ? { kind: 'mail', href: mail.href } : inert;
  }
  if (!/^https?:\/\/[^/\\]/i.test(address)) return inert;
  const url = parse(address);
  if (!url || url.host === '') return inert;
  return { kind: 'web', href: url.href, host: url.host, hasCredentials: url.username !== '' || url.password !== '' };
}

const inlineImage = /^data:image\/(?:png|jpeg|gif|webp|avif);base64,[A-Za-z0-9+/]+=*$/i;

/** Reads the address of an image. Only inline data and the listed origins (exact, as `URL.origin` writes them) are shown. */
export function readImage(written: string, allowedOrigins: readonly string[] = []): ImageAddress {
  const address = decodeEntities(written);
  if (inlineImage.test(address)) return { kind: 'shown', src: address, remote: false };
  const url = hidden.test(address) ? undefined : parse(address, address.startsWith('//') ? 'https://page.invalid' : undefined);
  if (!url) return { kind: 'blocked', host: '', extra: address.length };
  if (url.host === '') return { kind: 'blocked', host: url.protocol.slice(0, -1), extra: url.href.length - url.protocol.length };
  const web = /^https?:\/\/[^/\\]/i.test(address) && url.username === '' && url.password === '';
  if (web && allowedOrigins.includes(url.origin)) return { kind: 'shown', src: url.href, remote: true };
  return { kind: 'blocked', host: url.host, extra: (url.pathname + url.search + url.hash).length - 1 };
}

/** The host that the words of a link claim, `undefined` when they do not look like an address. */
export function claimedHost(words: string): string | undefined {
  const match = /^\s*(?:[a-z][a-z0-9+.-]*:\/\/)?((?:[\p{L}\p{N}_-]+\.)+\p{L}[\p{L}\p{N}-]+)(?::\d+)?(?:[/?#]\S*)?\s*$/iu.exec(words);
  return match?.[1]?.toLowerCase();
}

/** True when the words of a link name another host than the one it leads to, so the true one must be shown. */
export function misleads(words: string, host: string, hasCredentials = false): boolean {
  if (hasCredentials) return true;
  const claimed = claimedHost(words);
  if (claimed === undefined) return false;
  const bare = (name: string): string => name.replace(/:\d+$/, '').replace(/^www\./, '');
  return bare(claimed) !== bare(host.toLowerCase());
}

function parse(address: string, base?: string): URL | undefined {
  try {
    return new URL(address, base);
  } catch {
    return undefined;
  }
}
