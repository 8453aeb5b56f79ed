/** Text: paragraphs, headings, lists, quotes, inline code, mention pills. */
import { css } from 'lit';

export const proseStyles = css`
  @layer agent.base, agent.parts;

  @layer agent.parts {
    :dir(rtl) .flip {
      scale: -1 1;
    }

    .pill {
      border-radius: 5px;
      padding: 1px 5px;
      background: color-mix(in oklab, var(--agent-accent) 13%, transparent);
      color: var(--agent-accent);
      font-weight: 500;
      white-space: nowrap;
      unicode-bidi: plaintext;
    }
    .as-typed {
      white-space: pre-wrap;
      overflow-wrap: anywhere;
    }

    .prose,
    .prose > .run {
      display: flex;
      flex-direction: column;
      gap: 12px;
      min-inline-size: 0;
    }
    .prose > .run {
      gap: inherit;
      /* Counts once the browser skips the run; before that it remembers the size it had. */
      contain-intrinsic-block-size: auto 600px;
      &.settled {
        content-visibility: auto;
        overflow-clip-margin: 8px;
      }
    }
    .prose {
      font-size: 15px;
      line-height: 24px;
      overflow-wrap: break-word;
      & :is(h1, h2) {
        font-size: 17px;
        line-height: 26px;
        font-weight: 600;
        letter-spacing: -0.01em;
        margin-block-start: 8px;
      }
      & :is(h3, h4, h5, h6) {
        font-size: 15px;
        line-height: 24px;
        font-weight: 600;
        margin-block: 4px -6px;
      }
      & > :first-child,
      & > .run:first-child > :first-child {
        margin-block-start: 0;
      }
      &,
      & > .run {
        & > :is(p, ul, ol, h1, h2, h3, h4, h5, h6, blockquote) {
          max-inline-size: 75ch;
          text-wrap: pretty;
        }
        & > p:has(> :is(.blocked, .remote):only-child) {
          max-inline-size: none;
        }
      }
      & :is(ul, ol) {
        display: flex;
        flex-direction: column;
        gap: 4px;
        list-style: disc outside;
      }
      & ol {
        list-style: decimal outside;
      }
      /* On the item and not on the list: the mark stands where the item starts, which may be the other side than the list's. */
      & li {
        margin-inline-start: 22px;
        min-inline-size: 0;
        text-align: start;
      }
      & li > :is(p, ul, ol, pre, blockquote, .code, .table):not(:first-child) {
        margin-block-start: 4px;
      }
      & li::marker {
        color: var(--agent-text-muted);
      }
      & li.task {
        list-style: none;
        & input {
          margin: 0;
          margin-inline: -20px 6px;
          vertical-align: -1px;
          accent-color: var(--agent-accent);
        }
      }
      & strong {
        font-weight: 600;
      }
      & code:not(pre code) {
        font: 0.87em/1 var(--agent-font-mono);
        padding: 2px 5px;
        border-radius: 4px;
        background: var(--_hover);
        direction: ltr;
        unicode-bidi: isolate;
        overflow-wrap: anywhere;
      }
      & blockquote {
        display: flex;
        flex-direction: column;
        gap: inherit;
        margin: 0;
        padding-inline-start: 14px;
        border-inline-start: 2px solid var(--agent-border);
        color: var(--agent-text-muted);
      }
      & hr {
        inline-size: 100%;
        margin: 0;
        border: 0;
        border-block-start: 1px solid var(--agent-border);
      }
      & .picture {
        display: block;
        max-inline-size: 100%;
        block-size: auto;
        border-radius: var(--agent-radius);
      }
      /* Until its size is known; it stays so, that nothing moves. */
      & .picture.framed {
        inline-size: 100%;
        block-size: 240px;
        object-fit: scale-down;
        object-position: left top;
        background: var(--_sunken);
        &.loaded {
          background: none;
        }
        &:dir(rtl) {
          object-position: right top;
        }
      }
      & .noteref {
        font-size: 0.75em;
        line-height: 0;
        & button {
          color: var(--agent-accent);
          padding-inline: 2px;
          border-radius: 3px;
          font-weight: 500;
        }
      }
      & .note {
        display: grid;
        grid-template-columns: auto minmax(0, 1fr) auto;
        gap: 8px;
        font-size: 13px;
        line-height: 20px;
        color: var(--agent-text-muted);
        border-radius: var(--_radius-s);
        & .icon {
          margin-block: -4px;
        }
      }
      & .link .blocked {
        display: inline-flex;
        vertical-align: bottom;
      }
      & .host {
        font-size: 0.87em;
      }
    }

    @container agent (max-width: 560px) {
      .prose {
        gap: 10px;
        font-size: 14px;
        line-height: 22px;
        & :is(h1, h2) {
          font-size: 16px;
          line-height: 24px;
        }
        & :is(h3, h4, h5, h6) {
          font-size: 14px;
          line-height: 22px;
        }
      }
    }
    @media (forced-colors: active) {
      .pill {
        border: 1px solid CanvasText;
      }
    }
  }
`;
