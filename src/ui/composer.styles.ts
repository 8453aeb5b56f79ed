/** The composer's box, field and tools. */
import { css } from 'lit';

export const composerStyles = css`
  @layer agent.base, agent.parts;

  @layer agent.parts {
    agent-conversation-composer {
      display: flex;
      flex-direction: column;
      gap: 8px;
      min-inline-size: 0;
    }

    [part~='composer'] {
      position: relative;
      min-inline-size: 0;
      border: 1px solid var(--_control);
      border-radius: var(--_radius-l);
      background: var(--agent-surface-raised);
      transition:
        border-color 120ms,
        box-shadow 120ms;
      &:focus-within {
        border-color: var(--agent-accent);
        box-shadow: 0 0 0 1px var(--agent-accent);
      }
      & [part~='textarea'] {
        display: block;
        inline-size: 100%;
        block-size: var(--_height, auto);
        min-block-size: 40px;
        margin: 0;
        padding: 12px 14px 4px;
        border: 0;
        border-radius: inherit;
        background: none;
        font-size: 15px;
        line-height: 24px;
        outline: 0;
        resize: none;
        overflow-y: auto;
        overflow-wrap: anywhere;
        scrollbar-width: thin;
        scrollbar-color: var(--agent-border) transparent;
        &::placeholder {
          color: var(--agent-text-muted);
          opacity: 1;
        }
      }
      & .tools {
        display: flex;
        align-items: center;
        gap: 2px;
        padding: 4px 6px 6px;
      }
      & .why {
        padding-inline: 4px;
        font-size: 12px;
        line-height: 16px;
        color: var(--agent-text-muted);
        overflow: hidden;
        text-overflow: ellipsis;
        white-space: nowrap;
      }
      &.is-disabled {
        border-color: var(--agent-border);
        background: var(--_sunken);
        & .tools > :not(.spring, .why, [part~='stop-button']) {
          opacity: 0.45;
        }
      }
    }

    .chipbtn {
      display: inline-flex;
      align-items: center;
      gap: 6px;
      block-size: 32px;
      padding-inline: 8px;
      border-radius: calc(var(--agent-radius) * 0.8);
      color: var(--agent-text-muted);
      font-weight: 500;
      white-space: nowrap;
      border: 1px solid transparent;
      transition:
        background-color 120ms,
        color 120ms;
      & svg {
        inline-size: 18px;
        block-size: 18px;
      }
      &:hover {
        background: var(--_hover);
        color: var(--agent-text);
      }
      &[aria-pressed='true'] {
        background: var(--_accent-soft);
        color: var(--agent-accent);
        border-color: var(--_accent-line);
      }
      &[aria-expanded='true'] {
        background: var(--_pressed);
        color: var(--agent-text);
      }
      &:is([disabled], [aria-disabled='true']) {
        opacity: 0.45;
        cursor: default;
      }
      & .dim {
        font-weight: 400;
      }
    }

    :is([part~='send-button'], [part~='stop-button']) {
      display: inline-grid;
      grid-auto-flow: column;
      place-items: center;
      gap: 6px;
      min-inline-size: 32px;
      block-size: 32px;
      border-radius: calc(var(--agent-radius) * 0.8);
      margin-inline-start: 6px;
      flex: none;
      & svg {
        inline-size: 18px;
        block-size: 18px;
        stroke-width: 1.8;
      }
    }
    [part~='send-button'] {
      background: var(--agent-accent);
      color: var(--agent-on-accent);
      transition: background-color 120ms;
      &:hover {
        background: color-mix(in oklab, var(--agent-accent) 88%, var(--agent-text));
      }
      &[aria-disabled='true'] {
        background: var(--_hover);
        color: var(--agent-text-muted);
        cursor: default;
      }
    }
    [part~='stop-button'] {
      background: var(--agent-text);
      color: var(--agent-surface);
      padding-inline: 10px 12px;
      font-weight: 500;
      & svg {
        fill: currentColor;
        stroke: none;
        inline-size: 14px;
        block-size: 14px;
      }
    }

    .modeline {
      display: flex;
      gap: 8px;
      align-items: center;
      padding: 8px 14px;
      font-size: 12px;
      line-height: 16px;
      color: var(--agent-accent);
      background: var(--_accent-soft);
      border-block-end: 1px solid var(--agent-border);
      border-radius: calc(var(--_radius-l) - 1px) calc(var(--_radius-l) - 1px) 0 0;
      & svg {
        inline-size: 14px;
        block-size: 14px;
      }
      & b {
        white-space: nowrap;
        font-weight: 500;
      }
      & span {
        color: var(--agent-text-muted);
        white-space: nowrap;
        overflow: hidden;
        text-overflow: ellipsis;
      }
    }

    @container agent (max-width: 560px) {
      [part~='composer'] [part~='textarea'] {
        font-size: 14px;
        line-height: 22px;
      }
      .chipbtn .lbl,
      [part~='composer'] .why {
        display: none;
      }
      .chipbtn[aria-pressed='true'] .lbl {
        display: inline;
      }
    }

    @media (pointer: coarse) {
      /* Smaller text makes iOS zoom in on focus. */
      [part~='composer'] [part~='textarea'] {
        font-size: 16px;
      }
    }

    @media (forced-colors: active) {
      :is([part~='send-button'], [part~='stop-button']) {
        border: 1px solid CanvasText;
      }
      [part~='send-button'][aria-disabled='true'] {
        border-color: GrayText;
        color: GrayText;
      }
      [part~='composer']:focus-within {
        outline: 2px solid Highlight;
      }
    }
  }
`;
