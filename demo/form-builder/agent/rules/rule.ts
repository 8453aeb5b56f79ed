import type { Reading } from '../reading.js';

/** Reads one clause. True when it took it: then it has made calls or given an answer. */
export type Rule = (clause: string, reading: Reading) => boolean;
