/** The list of skills or agents above the composer. */
import { css } from 'lit';

export const mentionMenuStyles = css`
  @layer agent.base, agent.parts;

  @layer agent.parts {
    .pop {
      border-radius: var(--_radius-l);
      background: var(--agent-surface-raised);
      box-shadow: var(--_float);
      overflow: hidden;
      font-size: 13px;
      line-height: 20px;
    }

    agent-conversation-mention-menu {
      position: absolute;
      inset-block-end: calc(100% + 8px);
      inset-inline-start: 0;
      inline-size: min(420px, 100%);
      z-index: 3;
    }

    [part~='mention-menu'] {
      padding: 4px;
      max-block-size: min(420px, var(--_room, 420px));
      overflow-y: auto;
      scrollbar-width: thin;
      scrollbar-color: var(--agent-border) transparent;
      animation: rise 160ms var(--_ease);
      & .grp {
        padding: 8px 10px 4px;
        font-size: 12px;
        line-height: 16px;
        color: var(--agent-text-muted);
      }
      & .note {
        padding: 7px 10px;
        color: var(--agent-text-muted);
        overflow-wrap: anywhere;
        & span {
          display: block;
          font-size: 12px;
          line-height: 18px;
        }
      }
      & [part~='mention-option'] {
        display: grid;
        grid-template-columns: 18px minmax(0, 1fr) auto;
        gap: 0 10px;
        align-items: start;
        padding: 7px 10px;
        border-radius: calc(var(--agent-radius) * 0.8);
        cursor: pointer;
        & > svg {
          margin-block-start: 2px;
          color: var(--agent-text-muted);
        }
        & b {
          font-weight: 500;
          overflow-wrap: anywhere;
          unicode-bidi: plaintext;
        }
        & mark {
          background: none;
          color: var(--agent-accent);
          font-weight: 600;
        }
        & span span {
          display: block;
          color: var(--agent-text-muted);
          font-size: 12px;
          line-height: 18px;
          overflow-wrap: anywhere;
        }
        &:hover {
          background: var(--_hover);
        }
        &[aria-selected='true'] {
          background: var(--_accent-soft);
          & > svg {
            color: var(--agent-accent);
          }
        }
      }
      & .keys {
        display: flex;
        flex-wrap: wrap;
        gap: 0 12px;
        padding: 8px 10px 6px;
        margin-block-start: 4px;
        border-block-start: 1px solid var(--agent-border);
        font-size: 12px;
        line-height: 16px;
        color: var(--agent-text-muted);
      }
    }

    @keyframes rise {
      from {
        opacity: 0;
        translate: 0 4px;
      }
    }

    @media (pointer: coarse) {
      [part~='mention-menu'] .keys {
        display: none;
      }
    }

    @media (forced-colors: active) {
      .pop {
        border: 1px solid CanvasText;
      }
      [part~='mention-option'] mark {
        forced-color-adjust: none;
        background: none;
        color: CanvasText;
        text-decoration: underline 2px;
      }
    }
  }
`;
