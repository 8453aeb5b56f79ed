/** The content of a message. Caret, status glyphs, thumbnails and buttons are drawn with the interface's own styles. */
import type { CSSResult } from 'lit';
import { blocksStyles } from './blocks.styles.js';
import { leaveStyles } from './leave.styles.js';
import { proseStyles } from './prose.styles.js';
import { traceStyles } from './trace.styles.js';

export const renderingStyles: CSSResult[] = [proseStyles, blocksStyles, traceStyles, leaveStyles];
