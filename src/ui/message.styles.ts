/** One message: the person's bubble, the agent's text, its endings, its actions and the edit box. */
import { css } from 'lit';

export const messageStyles = css`
  @layer agent.base, agent.parts;

  @layer agent.parts {
    [part~='message'] {
      display: flex;
      flex-direction: column;
      gap: var(--agent-gap);
      min-inline-size: 0;
      position: relative;
      scroll-margin-block: 24px;
      border-radius: var(--_radius-s);
    }
    [part~='message-user'] {
      align-items: flex-end;
      gap: 8px;
      & > [part~='message-body'] {
        background: var(--agent-user-bubble);
        border-radius: var(--_radius-l) var(--_radius-l) 4px var(--_radius-l);
        padding: 9px 14px;
        max-inline-size: min(86%, 560px);
      }
      &:dir(rtl) > [part~='message-body'] {
        border-radius: var(--_radius-l) var(--_radius-l) var(--_radius-l) 4px;
      }
    }
    [part~='message-assistant'] > [part~='message-body'] {
      display: flex;
      flex-direction: column;
      gap: var(--agent-gap);
    }
    [part~='message-body'] {
      font-size: 15px;
      line-height: 24px;
      overflow-wrap: break-word;
      min-inline-size: 0;
    }

    .who {
      display: flex;
      align-items: center;
      gap: 8px;
      font-weight: 600;
      line-height: 20px;
      margin-block-end: -4px;
      & .name {
        min-inline-size: 0;
        overflow-wrap: anywhere;
      }
      & time {
        font-weight: 400;
        font-size: 12px;
        color: var(--agent-text-muted);
        opacity: 0;
        transition: opacity 120ms;
      }
    }
    [part~='message']:is(:hover, :focus-within) > .who time {
      opacity: 1;
    }

    .shots {
      display: flex;
      gap: 8px;
      flex-wrap: wrap;
      justify-content: flex-end;
    }
    .thumb {
      inline-size: 136px;
      block-size: 104px;
      border-radius: var(--agent-radius);
      border: 1px solid var(--agent-border);
      overflow: hidden;
      background: var(--_sunken);
      & img {
        display: block;
        inline-size: 100%;
        block-size: 100%;
        object-fit: cover;
        font-size: 11px;
        line-height: 16px;
        color: var(--agent-text-muted);
      }
    }

    [part~='progress'] {
      display: flex;
      align-items: center;
      flex-wrap: wrap;
      gap: 2px 10px;
      font-size: 13px;
      line-height: 20px;
      color: var(--agent-text-muted);
      & b {
        font-weight: 500;
        color: var(--agent-text);
        min-inline-size: 0;
        overflow-wrap: anywhere;
      }
      & .meter {
        inline-size: 72px;
        block-size: 3px;
        border-radius: 2px;
        background: var(--agent-border);
        overflow: hidden;
        & i {
          display: block;
          block-size: 100%;
          inline-size: 0;
          background: var(--agent-accent);
          border-radius: 2px;
        }
      }
    }

    .ending {
      display: flex;
      align-items: center;
      gap: 8px;
      flex-wrap: wrap;
      font-size: 13px;
      line-height: 20px;
      color: var(--agent-text-muted);
      & .m {
        /* Beside its glyph, also when it takes two lines. */
        max-inline-size: calc(100% - 24px);
        flex: 0 1 auto;
        min-inline-size: 0;
        overflow-wrap: anywhere;
      }
      & b {
        font-weight: 500;
        color: var(--agent-text);
      }
      &.bad :is(.st, b) {
        color: var(--agent-danger);
      }
      & .btn {
        margin-inline-start: 4px;
        color: var(--agent-text);
      }
    }

    [part~='message-actions'] {
      display: flex;
      align-items: center;
      gap: 0;
      block-size: 28px;
      margin-block: -6px -14px;
      margin-inline-start: -6px;
      opacity: 0;
      transition: opacity 120ms;
      [part~='message']:is(:hover, :focus-within, .last) > & {
        opacity: 1;
      }
    }
    [part~='message-user'] > [part~='message-actions'] {
      margin-inline: 0 -6px;
      margin-block-end: -20px;
    }
    [part~='branch-nav'] {
      display: inline-flex;
      align-items: center;
      color: var(--agent-text-muted);
      font-size: 12px;
      margin-inline-end: 4px;
      & .icon {
        inline-size: 24px;
      }
      & [part~='branch-position'] {
        min-inline-size: 40px;
        text-align: center;
        white-space: nowrap;
        unicode-bidi: plaintext;
      }
    }

    .edit {
      align-self: stretch;
      display: flex;
      flex-direction: column;
      gap: 8px;
      padding: 10px 10px 10px 14px;
      border: 1px solid var(--_control);
      border-radius: var(--_radius-l);
      background: var(--agent-surface-raised);
      &:focus-within {
        border-color: var(--agent-accent);
        box-shadow: inset 0 0 0 1px var(--agent-accent);
      }
      & textarea {
        display: block;
        inline-size: 100%;
        min-block-size: 24px;
        max-block-size: 320px;
        padding: 0;
        margin: 0;
        border: 0;
        background: none;
        resize: none;
        font-size: 15px;
        line-height: 24px;
        overflow: auto;
        scrollbar-width: thin;
        unicode-bidi: plaintext;
        &:focus-visible {
          outline: none;
        }
      }
      & .foot {
        display: flex;
        align-items: center;
        justify-content: flex-end;
        gap: 8px;
        flex-wrap: wrap;
      }
      & .error {
        flex: 1 1 160px;
        color: var(--agent-danger);
        overflow-wrap: anywhere;
      }
    }

    @container agent (max-width: 560px) {
      [part~='message-body'],
      .edit textarea {
        font-size: 14px;
        line-height: 22px;
      }
      .thumb {
        inline-size: 112px;
        block-size: 84px;
      }
    }

    @media (pointer: coarse) {
      [part~='message-actions'] {
        opacity: 1;
        block-size: 36px;
      }
      .who time {
        opacity: 1;
      }
      /* Below 16 px a phone zooms the page when the field gets focus. */
      .edit textarea {
        font-size: 16px;
      }
    }

    @media (forced-colors: active) {
      [part~='message-user'] > [part~='message-body'] {
        border: 1px solid CanvasText;
      }
      .edit:focus-within {
        outline: 2px solid Highlight;
      }
      [part~='progress'] .meter {
        outline: 1px solid CanvasText;
        & i {
          background: Highlight;
          forced-color-adjust: none;
        }
      }
    }
  }
`;
