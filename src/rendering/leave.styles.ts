/** The question before an odd link is followed. */
import { css } from 'lit';

export const leaveStyles = css`
  @layer agent.base, agent.parts;

  @layer agent.parts {
    .leave {
      inset: auto;
      margin: 0;
      inline-size: 440px;
      max-block-size: calc(100% - 16px);
      overflow: auto;
      border: 0;
      padding: 16px;
      border-radius: var(--_radius-l);
      background: var(--agent-surface-raised);
      color: var(--agent-text);
      box-shadow: var(--_float);
      font-size: 13px;
      line-height: 20px;
      text-align: start;
      & .title {
        display: block;
        font-weight: 500;
        font-size: 14px;
      }
      & .address {
        margin-block: 8px;
        padding: 8px 12px;
        max-block-size: 140px;
        overflow: auto;
        border: 1px solid var(--agent-border);
        border-radius: calc(var(--agent-radius) * 0.8);
        background: var(--_sunken);
        color: var(--agent-text-muted);
        font: 12px/18px var(--agent-font-mono);
        overflow-wrap: anywhere;
        & b {
          color: var(--agent-text);
          font-weight: 600;
        }
      }
      & ul {
        display: flex;
        flex-direction: column;
        gap: 2px;
      }
      & .foot {
        display: flex;
        flex-direction: row-reverse;
        justify-content: flex-end;
        gap: 8px;
        margin-block-start: 16px;
      }
      & a.btn {
        color: inherit;
        text-decoration: none;
      }
    }
    @media (forced-colors: active) {
      .leave {
        border: 1px solid CanvasText;
      }
    }
  }
`;
