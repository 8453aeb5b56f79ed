/** The small things every part is made of: buttons, tags, the agent's mark, status glyphs; and what people's own settings change about them. */
import { css } from 'lit';

export const controlsStyles = css`
  @layer agent.base, agent.parts;

  @layer agent.parts {
    .visually-hidden {
      position: absolute;
      inline-size: 1px;
      block-size: 1px;
      margin: -1px;
      padding: 0;
      border: 0;
      overflow: hidden;
      clip-path: inset(50%);
      white-space: nowrap;
    }

    .flip:dir(rtl) {
      scale: -1 1;
    }

    .btn {
      display: inline-flex;
      align-items: center;
      justify-content: center;
      gap: 6px;
      block-size: 32px;
      padding-inline: 12px;
      border-radius: calc(var(--agent-radius) * 0.8);
      font-weight: 500;
      white-space: nowrap;
      border: 1px solid var(--_control);
      background: var(--agent-surface-raised);
      transition:
        background-color 120ms,
        border-color 120ms;
      &:hover {
        background: color-mix(in oklab, var(--agent-text) 5%, var(--agent-surface-raised));
      }
      &.primary {
        background: var(--agent-accent);
        border-color: var(--agent-accent);
        color: var(--agent-on-accent);
      }
      &.primary:hover {
        background: color-mix(in oklab, var(--agent-accent) 88%, var(--agent-text));
      }
      &.quiet {
        border-color: transparent;
        background: none;
      }
      &.quiet:hover {
        background: var(--_hover);
      }
      &.small {
        block-size: 28px;
        padding-inline: 10px;
        font-size: 12px;
      }
      &[aria-pressed='true'] {
        color: var(--agent-accent);
        background: var(--_accent-soft);
      }
      &.danger {
        color: var(--agent-danger);
      }
      &.risk {
        color: var(--agent-danger);
        border-color: var(--agent-danger);
        &:hover {
          background: var(--_danger-soft);
        }
      }
      &:is([disabled], [aria-disabled='true']) {
        opacity: 0.5;
        cursor: default;
      }
    }

    .icon {
      position: relative;
      display: inline-grid;
      place-items: center;
      inline-size: 28px;
      block-size: 28px;
      flex: none;
      border-radius: var(--_radius-s);
      color: var(--agent-text-muted);
      transition:
        background-color 120ms,
        color 120ms;
      &:hover {
        background: var(--_hover);
        color: var(--agent-text);
      }
      &:active {
        background: var(--_pressed);
      }
      &[aria-pressed='true'] {
        color: var(--agent-accent);
      }
      &.l {
        inline-size: 32px;
        block-size: 32px;
        border-radius: calc(var(--agent-radius) * 0.8);
        & svg {
          inline-size: 18px;
          block-size: 18px;
        }
      }
      &.danger:hover {
        color: var(--agent-danger);
      }
      &:is([disabled], [aria-disabled='true']) {
        opacity: 0.45;
        cursor: default;
        background: none;
        color: var(--agent-text-muted);
      }
    }

    .link {
      color: var(--agent-accent);
      text-decoration: underline;
      text-decoration-thickness: 1px;
      text-underline-offset: 3px;
      text-decoration-color: var(--_accent-line);
      border-radius: 3px;
      &:hover {
        text-decoration-color: currentColor;
      }
    }

    .tag {
      display: inline-flex;
      align-items: center;
      gap: 4px;
      font-size: 11px;
      line-height: 16px;
      padding: 1px 6px;
      border-radius: 5px;
      color: var(--agent-text-muted);
      background: var(--_hover);
      white-space: nowrap;
      & svg {
        inline-size: 12px;
        block-size: 12px;
      }
      &.warn {
        color: var(--agent-danger);
        background: var(--_danger-soft);
      }
      &.on {
        color: var(--agent-accent);
        background: var(--_accent-soft);
      }
    }

    /* The agent's mark: its sign is the text cursor. */
    .mark {
      display: inline-grid;
      place-items: center;
      inline-size: 18px;
      block-size: 18px;
      border-radius: 5px;
      background: var(--agent-text);
      flex: none;
      &::before {
        content: '';
        inline-size: 2px;
        block-size: 10px;
        border-radius: 1px;
        background: var(--agent-surface);
      }
      &.live {
        background: var(--agent-accent);
        &::before {
          background: var(--agent-on-accent);
        }
        .waiting &::before {
          animation: caret 1.1s steps(1) infinite;
        }
      }
    }
    .caret {
      display: inline-block;
      inline-size: 2px;
      block-size: 1.1em;
      margin-inline-start: 2px;
      vertical-align: -0.18em;
      border-radius: 1px;
      background: var(--agent-accent);
      .waiting & {
        animation: caret 1.1s steps(1) infinite;
      }
    }
    @keyframes caret {
      50% {
        opacity: 0.15;
      }
    }

    /* Status glyphs, one 16 px column. Done is silent; accent runs; danger failed. */
    .st {
      inline-size: 16px;
      block-size: 16px;
      flex: none;
      display: grid;
      place-items: center;
      color: var(--agent-text-muted);
      &.run {
        color: var(--agent-accent);
      }
      &.run::before {
        content: '';
        inline-size: 12px;
        block-size: 12px;
        border-radius: 50%;
        border: 1.6px solid color-mix(in oklab, currentColor 25%, transparent);
        border-block-start-color: currentColor;
        animation: turn 900ms linear infinite;
      }
      &.todo::before {
        content: '';
        inline-size: 12px;
        block-size: 12px;
        border-radius: 50%;
        border: 1.5px solid var(--_control);
      }
      &.fail {
        color: var(--agent-danger);
      }
      &.solid svg {
        fill: currentColor;
        stroke: none;
      }
    }
    @keyframes turn {
      to {
        rotate: 1turn;
      }
    }

    @media (pointer: coarse) {
      .icon {
        inline-size: 36px;
        block-size: 36px;
      }
    }

    @media (prefers-reduced-motion: reduce) {
      [part~='base'] :is(*, *::before, *::after) {
        animation: none !important;
        transition: none !important;
      }
      .st.run::before {
        border-color: currentColor;
        border-block-start-color: transparent;
      }
    }

    @media (forced-colors: active) {
      .tag,
      .mark {
        border: 1px solid CanvasText;
      }
      .btn:is([disabled], [aria-disabled='true']),
      .icon:is([disabled], [aria-disabled='true']) {
        color: GrayText;
        opacity: 1;
      }
      :is([aria-selected='true'], [aria-current='true'], [aria-checked='true'], [aria-pressed='true']) {
        forced-color-adjust: none;
        background: Highlight !important;
        color: HighlightText !important;
        border-color: HighlightText;
      }
      :is([aria-selected='true'], [aria-pressed='true']) * {
        forced-color-adjust: none;
        background: none !important;
        color: HighlightText !important;
        border-color: HighlightText;
      }
      .caret,
      .mark::before {
        background: Highlight;
        forced-color-adjust: none;
      }
    }
  }
`;
