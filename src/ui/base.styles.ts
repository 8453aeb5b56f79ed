/** Tokens on the host and the reset inside the shadow root. Sizes are px on purpose (a page's root font size must not change the element). */
import { css } from 'lit';

export const baseStyles = css`
  @layer agent.base, agent.parts;

  @layer agent.base {
    :host {
      display: block;
      min-block-size: 0;

      --agent-font: -apple-system, 'Segoe UI Variable Text', 'Segoe UI', Roboto, 'Noto Sans', 'Liberation Sans', Arial, sans-serif;
      --agent-font-mono: ui-monospace, 'SF Mono', 'Cascadia Code', Menlo, Consolas, 'Noto Sans Mono', 'Liberation Mono', monospace;
      --agent-text: light-dark(#1b1f1d, #e8ebe8);
      --agent-text-muted: light-dark(#5a625e, #a1aaa5);
      --agent-surface: light-dark(#fcfcfb, #141716);
      --agent-surface-raised: light-dark(#ffffff, #1c201f);
      --agent-border: light-dark(#e1e4e0, #2e3432);
      --agent-accent: light-dark(#0b6a5d, #5fcdb7);
      --agent-on-accent: light-dark(#ffffff, #05241e);
      --agent-user-bubble: light-dark(#eff2ef, #252b29);
      --agent-danger: light-dark(#b3261e, #ff8f84);
      --agent-radius: 10px;
      --agent-gap: 12px;
      --agent-max-width: 704px;

      /* Derived and private: a host that sets the tokens above recolours these too. */
      --_sunken: color-mix(in oklab, var(--agent-text) 3.5%, var(--agent-surface));
      --_hover: color-mix(in oklab, var(--agent-text) 6%, transparent);
      --_pressed: color-mix(in oklab, var(--agent-text) 11%, transparent);
      --_control: color-mix(in oklab, var(--agent-text) 50%, var(--agent-surface));
      --_accent-soft: color-mix(in oklab, var(--agent-accent) 11%, var(--agent-surface-raised));
      --_accent-line: color-mix(in oklab, var(--agent-accent) 70%, var(--agent-surface));
      --_danger-soft: color-mix(in oklab, var(--agent-danger) 10%, var(--agent-surface-raised));
      --_radius-s: calc(var(--agent-radius) * 0.6);
      --_radius-l: calc(var(--agent-radius) * 1.4);
      --_lift: 0 1px 2px light-dark(rgb(20 30 26 / 0.05), rgb(0 0 0 / 0.3));
      --_float:
        0 0 0 1px light-dark(rgb(20 30 26 / 0.07), rgb(255 255 255 / 0.08)), 0 12px 32px -12px light-dark(rgb(20 30 26 / 0.28), rgb(0 0 0 / 0.7)),
        0 2px 6px light-dark(rgb(20 30 26 / 0.06), rgb(0 0 0 / 0.3));
      --_ease: cubic-bezier(0.2, 0, 0, 1);
      --_inset: 24px;
    }
    :host([hidden]) {
      display: none;
    }

    [part~='base'] {
      display: flex;
      flex-direction: column;
      /* A host may size the element by block-size, or bound it by min- or max-block-size. */
      block-size: 100%;
      min-block-size: inherit;
      max-block-size: inherit;
      container: agent / inline-size;
      position: relative;
      font: 400 13px/20px var(--agent-font);
      font-variant-numeric: tabular-nums;
      letter-spacing: normal;
      word-spacing: normal;
      text-align: start;
      text-indent: 0;
      text-transform: none;
      white-space: normal;
      color: var(--agent-text);
      background: var(--agent-surface);
      -webkit-text-size-adjust: 100%;

      &,
      & *,
      & *::before,
      & *::after {
        box-sizing: border-box;
      }
      & [hidden] {
        display: none !important;
      }
      & :is(button, input, select, textarea) {
        font: inherit;
        color: inherit;
        letter-spacing: inherit;
      }
      & button {
        background: none;
        border: 0;
        padding: 0;
        margin: 0;
        cursor: pointer;
      }
      & :is(p, ul, ol, h1, h2, h3, h4, h5, h6, pre, figure, dl, dd, table, fieldset) {
        margin: 0;
        padding: 0;
        border: 0;
        min-inline-size: 0;
      }
      & :is(h1, h2, h3, h4, h5, h6) {
        font: inherit;
      }
      & :is(ul, ol) {
        list-style: none;
      }
      & svg {
        display: block;
        flex: none;
        inline-size: 16px;
        block-size: 16px;
        fill: none;
        stroke: currentColor;
        stroke-width: 1.6;
        stroke-linecap: round;
        stroke-linejoin: round;
      }
      & :focus {
        outline: none;
      }
      & :focus-visible {
        outline: 2px solid var(--agent-accent);
        outline-offset: 2px;
      }
      & .muted {
        color: var(--agent-text-muted);
      }
      & .mono {
        font: 12px/18px var(--agent-font-mono);
      }
      & .num {
        font-variant-numeric: tabular-nums;
        white-space: nowrap;
        unicode-bidi: plaintext;
      }
      & .spring {
        flex: 1 1 0;
        min-inline-size: 0;
      }
      & kbd {
        font: 11px/16px var(--agent-font);
        color: var(--agent-text-muted);
        border: 1px solid var(--agent-border);
        border-radius: 4px;
        padding: 0 4px;
        background: var(--agent-surface);
      }
    }

    @media (prefers-contrast: more) {
      :host {
        --agent-border: color-mix(in oklab, var(--agent-text) 50%, var(--agent-surface));
        --agent-text-muted: color-mix(in oklab, var(--agent-text) 85%, var(--agent-surface));
      }
    }
  }
`;
