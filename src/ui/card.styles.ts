/** Cards: only where a person decides. */
import { css } from 'lit';

export const cardStyles = css`
  @layer agent.base, agent.parts;

  @layer agent.parts {
    .card {
      border: 1px solid var(--agent-border);
      border-radius: var(--_radius-l);
      background: var(--agent-surface-raised);
      box-shadow: var(--_lift);
      font-size: 13px;
      line-height: 20px;
      &.waiting {
        border-color: var(--_accent-line);
        box-shadow: 0 0 0 3px color-mix(in oklab, var(--agent-accent) 9%, transparent);
      }
      & .head {
        display: flex;
        align-items: center;
        gap: 8px;
        padding: 12px 16px 0;
        & > svg {
          color: var(--agent-accent);
          inline-size: 18px;
          block-size: 18px;
        }
        & h3 {
          font-size: 14px;
          font-weight: 600;
        }
      }
      & .body {
        padding: 8px 16px 14px;
        display: flex;
        flex-direction: column;
        gap: 12px;
      }
      & .foot {
        display: flex;
        align-items: center;
        gap: 8px;
        flex-wrap: wrap;
        padding: 10px 16px;
        border-block-start: 1px solid var(--agent-border);
      }
    }
    textarea.input {
      min-inline-size: 0;
      min-block-size: 32px;
      padding: 5px 10px;
      border: 1px solid var(--_control);
      border-radius: calc(var(--agent-radius) * 0.7);
      background: var(--agent-surface-raised);
      font-size: 13px;
      line-height: 20px;
      resize: none;
      overflow: hidden;
      &.area {
        font-size: 14px;
        line-height: 24px;
        min-block-size: 60px;
      }
      &:focus-visible {
        outline: 2px solid var(--agent-accent);
        outline-offset: -1px;
      }
      &::placeholder {
        color: var(--agent-text-muted);
      }
    }
    @media (pointer: coarse) {
      /* Smaller text makes the page zoom when the field takes the focus. */
      textarea.input {
        font-size: 16px;
      }
    }
    @media (forced-colors: active) {
      .card {
        border: 1px solid CanvasText;
      }
    }
  }
`;
