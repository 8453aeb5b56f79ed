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
      display: flex;
      flex-direction: column;
      gap: 28px;
      padding: 24px max(var(--_inset), calc((100% - var(--agent-max-width)) / 2)) 22px;
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
        gap: 24px;
        padding-block-start: 16px;
      }
    }
  }
`;
