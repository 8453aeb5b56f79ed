/** What stands around the messages: header, dock with notices and queue, the empty state, the jump button. */
import { css } from 'lit';

export const frameStyles = css`
  @layer agent.base, agent.parts;

  @layer agent.parts {
    [part~='header'] {
      display: flex;
      align-items: center;
      gap: 4px;
      block-size: 48px;
      flex: none;
      padding-inline: 16px 10px;
      border-block-end: 1px solid var(--agent-border);
      & .title {
        font-weight: 600;
        font-size: 14px;
        min-inline-size: 0;
        overflow: hidden;
        text-overflow: ellipsis;
        white-space: nowrap;
      }
      & .sub {
        color: var(--agent-text-muted);
        font-size: 12px;
        margin-inline-start: 6px;
        white-space: nowrap;
      }
    }

    .dock {
      flex: none;
      padding: 8px max(16px, calc((100% - var(--agent-max-width)) / 2)) 16px;
      position: relative;
      display: flex;
      flex-direction: column;
      gap: 8px;
    }

    .hint {
      display: flex;
      align-items: center;
      gap: 8px;
      font-size: 12px;
      line-height: 16px;
      color: var(--agent-text-muted);
      padding-inline: 2px;
      & svg {
        inline-size: 14px;
        block-size: 14px;
      }
    }

    /* No height of its own: the button floats over the foot of the messages and moves nothing. */
    .jump {
      flex: none;
      block-size: 0;
      position: relative;
      z-index: 2;
    }
    [part~='jump-button'] {
      position: absolute;
      inset-block-end: 12px;
      inset-inline: 0;
      margin-inline: auto;
      inline-size: max-content;
      display: flex;
      align-items: center;
      gap: 6px;
      block-size: 32px;
      padding-inline: 12px;
      border-radius: 16px;
      background: var(--agent-surface-raised);
      box-shadow: var(--_float);
      font-weight: 500;
      &:hover {
        background: color-mix(in oklab, var(--agent-text) 5%, var(--agent-surface-raised));
      }
      & .num {
        color: var(--agent-accent);
      }
    }

    .empty {
      flex: 1 1 auto;
      min-block-size: 0;
      overflow: auto;
      display: flex;
      flex-direction: column;
      gap: 20px;
      padding: 32px max(var(--_inset), calc((100% - var(--agent-max-width)) / 2)) 20px;
      /* An auto margin instead of justify-content: the top stays reachable when it overflows. */
      & > :first-child {
        margin-block-start: auto;
      }
      & h2 {
        font-size: 24px;
        line-height: 32px;
        font-weight: 600;
        letter-spacing: -0.02em;
        text-wrap: balance;
        & .caret {
          inline-size: 3px;
          block-size: 0.95em;
          vertical-align: -0.1em;
          margin-inline-start: 5px;
        }
      }
      & .lede {
        color: var(--agent-text-muted);
        font-size: 15px;
        line-height: 24px;
        margin-block-start: 4px;
        max-inline-size: 52ch;
        text-wrap: pretty;
      }
      & ul {
        border-block-start: 1px solid var(--agent-border);
      }
      & li {
        border-block-end: 1px solid var(--agent-border);
      }
      & li button {
        display: grid;
        grid-template-columns: 20px 1fr 16px;
        gap: 0 12px;
        inline-size: calc(100% + 16px);
        margin-inline: -8px;
        padding: 11px 8px;
        text-align: start;
        border-radius: var(--_radius-s);
        & .lead svg {
          color: var(--agent-text-muted);
          margin-block-start: 2px;
          inline-size: 18px;
          block-size: 18px;
        }
        & .go {
          opacity: 0;
          margin-block-start: 4px;
          & svg {
            inline-size: 14px;
            block-size: 14px;
          }
        }
        & b {
          font-weight: 500;
          font-size: 14px;
          display: block;
        }
        & .detail {
          color: var(--agent-text-muted);
          display: block;
        }
        &:is(:hover, :focus-visible) {
          background: var(--_hover);
          & .go {
            opacity: 1;
            color: var(--agent-accent);
          }
        }
      }
    }

    [part~='queue'] {
      border: 1px solid var(--agent-border);
      border-radius: var(--_radius-l);
      background: var(--_sunken);
      font-size: 13px;
      & .cap {
        display: flex;
        align-items: center;
        gap: 8px;
        padding: 7px 14px 3px;
        font-size: 12px;
        line-height: 16px;
        color: var(--agent-text-muted);
        & svg {
          inline-size: 14px;
          block-size: 14px;
        }
      }
      & li {
        display: flex;
        align-items: center;
        gap: 8px;
        padding-inline: 14px 6px;
        min-block-size: 34px;
        & .q {
          flex: 1;
          min-inline-size: 0;
          overflow: hidden;
          text-overflow: ellipsis;
          white-space: nowrap;
          unicode-bidi: plaintext;
        }
        & .i {
          color: var(--agent-text-muted);
          inline-size: 14px;
        }
        & .ops {
          display: flex;
          gap: 8px;
          flex: none;
        }
      }
      & ol {
        padding-block-end: 4px;
      }
    }

    [part~='notice'] {
      display: flex;
      align-items: center;
      gap: 10px;
      flex-wrap: wrap;
      padding-block: 9px;
      padding-inline: 14px 8px;
      border: 1px solid var(--agent-border);
      border-radius: var(--agent-radius);
      background: var(--agent-surface-raised);
      font-size: 13px;
      line-height: 20px;
      & > svg {
        color: var(--agent-text-muted);
      }
      & .m {
        flex: 1 1 200px;
        min-inline-size: 0;
        overflow-wrap: anywhere;
        & b {
          font-weight: 500;
        }
        & span {
          color: var(--agent-text-muted);
        }
      }
      &.bad {
        border-color: color-mix(in oklab, var(--agent-danger) 50%, var(--agent-surface));
        & > svg {
          color: var(--agent-danger);
        }
      }
      & .a {
        display: flex;
        gap: 4px;
        align-items: center;
      }
    }

    @container agent (max-width: 560px) {
      .empty {
        --_inset: 16px;
        & h2 {
          font-size: 20px;
          line-height: 28px;
        }
        & .lede {
          font-size: 14px;
          line-height: 22px;
        }
      }
      .dock {
        padding: 6px 10px 10px;
      }
    }
    @container agent (max-width: 340px) {
      [part~='header'] .sub {
        display: none;
      }
      [part~='queue'] li .ops {
        gap: 0;
      }
    }

    @media (pointer: coarse) {
      [part~='queue'] li .ops {
        gap: 0;
      }
    }

    @media (forced-colors: active) {
      [part~='jump-button'] {
        border: 1px solid CanvasText;
      }
    }
  }
`;
