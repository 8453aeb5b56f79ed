/** The scrolling list of messages and the day names in it. */
import { css } from 'lit';

export const threadStyles = css`
  @layer agent.base, agent.parts;

  @layer agent.parts {
    agent-conversation-thread,
    agent-conversation-message {
      display: contents;
    }
    [part~='thread'] {
      flex: 1 1 auto;
      min-block-size: 0;
      overflow: auto;
      overscroll-behavior: contain;
      scrollbar-width: thin;
      scrollbar-color: var(--agent-border) transparent;
    }
    .flow {
      padding-block-start: 20px;
    }
    .flow > .page {
      display: flex;
      flex-direction: column;
      gap: var(--_between, 28px);
      padding-inline: max(var(--_inset), calc((100% - var(--agent-max-width)) / 2));
      contain: layout style;
      &:not(.kept, :empty) {
        content-visibility: auto;
      }
      /* Nothing to hold the view by: their size is a guess that is about to change. */
    .flow > :is(:empty, .unseen) {
      overflow-anchor: none;
    }
    /* The room between two messages is inside the pages, because what is drawn outside a page is cut off. Not as padding: the size that stands for a skipped page is that of its content. */
      &::before,
      &::after {
        content: '';
      }
      &::before {
        margin-block-end: calc(4px - var(--_between, 28px));
      }
      &::after {
        margin-block-start: -4px;
      }
      &:last-child::after {
        margin-block-start: calc(22px - var(--_between, 28px));
      }
    }
    .day {
      align-self: center;
      font-size: 12px;
      line-height: 16px;
      color: var(--agent-text-muted);
      margin-block-end: -8px;
    }

    @container agent (max-width: 560px) {
      .flow {
        --_inset: 16px;
        --_between: 24px;
        padding-block-start: 12px;
      }
    }
  }
`;
