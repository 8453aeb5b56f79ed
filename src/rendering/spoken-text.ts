/**
 * The content of a reply so far -> what to say of it next. Pure: the place of the last step in, the new place out.
 * Only whole sentences are given out, and while the reply grows never the last one: a full stop may yet be a decimal point.
 */
import type { ContentBlock } from '../model/message.js';
import { parseBlocks, type Blocks } from '../markdown/blocks.js';
import { readableName } from './format.js';
import { isSpoken, joinSentences, segmentFor, shortenTo, type Segment } from './sentences.js';
import { utterancesOf, type SpokenWords } from './spoken-blocks.js';

export interface Voice {
  readonly words: SpokenWords;
  readonly locale?: string | undefined;
  /** Default: the engine's, by `locale`. */
  readonly segment?: Segment;
}

/** Up to where a reply has been said. Never goes back: what changes behind it is not said again. */
export interface SpokenPlace {
  readonly part: number;
  readonly block: number;
  readonly sentence: number;
  /** What was read of this part, so that closed blocks are not read again. */
  readonly blocks?: Blocks;
}

export const spokenStart: SpokenPlace = { part: 0, block: 0, sentence: 0 };

export interface Speech {
  /** Whole sentences, or the beginning of a very long one; '' when there is nothing new. */
  readonly text: string;
  readonly place: SpokenPlace;
  /** More whole sentences wait behind `place`. */
  readonly more: boolean;
}

export interface SpeechLimit {
  /** UTF-16 units. A sentence that is longer is cut. */
  readonly length: number;
  /** Default: as many as fit. */
  readonly sentences?: number;
}

/** The next sentences after `from` that fit into `limit`, at least one. Never throws. */
export function speakNext(content: readonly ContentBlock[], growing: boolean, from: SpokenPlace, limit: SpeechLimit, voice: Voice): Speech {
  const taken: string[] = [];
  let length = 0;
  let place = from;
  for (const [sentence, after] of sentencesFrom(content, growing, from, voice)) {
    if (sentence !== '') {
      if (taken.length >= (limit.sentences ?? Infinity) || (taken.length > 0 && length + sentence.length > limit.length)) {
        return { text: joinSentences(taken), place, more: true };
      }
      taken.push(shortenTo(sentence, limit.length));
      length += sentence.length + 2;
    }
    place = after;
  }
  return { text: joinSentences(taken), place, more: false };
}

type Step = readonly [sentence: string, after: SpokenPlace];

function* sentencesFrom(content: readonly ContentBlock[], growing: boolean, from: SpokenPlace, voice: Voice): Generator<Step> {
  for (let part = from.part; part < content.length; part++) {
    const block = content[part];
    const here: SpokenPlace = part === from.part ? from : { part, block: 0, sentence: 0 };
    const last = part === content.length - 1;
    if (block?.type === 'text') {
      yield* sentencesOfText(block.text, growing && last, here, voice);
      // The part may still grow: the place stays in it.
      if (!last) yield ['', { part: part + 1, block: 0, sentence: 0 }];
    } else if (block) yield [saidOf(block, content, voice.words), { part: part + 1, block: 0, sentence: 0 }];
  }
}

/** Thoughts are folded away on the screen and not said either. */
function saidOf(block: Exclude<ContentBlock, { type: 'text' }>, content: readonly ContentBlock[], words: SpokenWords): string {
  if (block.type === 'tool_use') return words.toolRunning(readableName(block.name));
  if (block.type === 'image') return words.spokenImage('');
  if (block.type !== 'tool_result' || block.is_error !== true) return '';
  const call = content.find((other) => other.type === 'tool_use' && other.id === block.tool_use_id);
  return call?.type === 'tool_use' ? words.toolFailed(readableName(call.name)) : '';
}

function* sentencesOfText(text: string, growing: boolean, from: SpokenPlace, voice: Voice): Generator<Step> {
  const blocks = parseBlocks(text, from.blocks, growing);
  const segment = voice.segment ?? segmentFor(voice.locale);
  for (let index = from.block; index < blocks.list.length; index++) {
    const token = blocks.list[index]?.token;
    if (!token) continue;
    const settled = !growing || index < blocks.closedCount || index < blocks.list.length - 1;
    const sentences = utterancesOf(token, voice.words).flatMap(({ text: said, prose, lead }) =>
      (prose ? segment(said) : [said]).map((sentence, at) => (at === 0 && lead !== '' ? `${lead} ${sentence.trim()}` : sentence.trim())),
    );
    const whole = settled ? sentences : sentences.slice(0, -1);
    const first = index === from.block ? from.sentence : 0;
    for (let at = first; at < whole.length; at++) {
      const sentence = whole[at] ?? '';
      yield [isSpoken(sentence) ? sentence : '', { part: from.part, block: index, sentence: at + 1, blocks }];
    }
    if (settled && growing) yield ['', { part: from.part, block: index + 1, sentence: 0, blocks }];
    else yield ['', { part: from.part, block: index, sentence: Math.max(first, whole.length), blocks }];
  }
}
