/** Framed content: code, tables, pictures that were not loaded. */
import { css } from 'lit';

export const blocksStyles = css`
  @layer agent.base, agent.parts;

  @layer agent.parts {
    .code {
      --_code-string: light-dark(#80480e, #e0b07c);
      border: 1px solid var(--agent-border);
      border-radius: var(--agent-radius);
      background: var(--_sunken);
      overflow: hidden;
      direction: ltr;
      text-align: left;
      & .bar {
        display: flex;
        align-items: center;
        gap: 2px;
        block-size: 34px;
        padding-inline: 14px 4px;
        color: var(--agent-text-muted);
        font-size: 12px;
        line-height: 16px;
        border-block-end: 1px solid var(--agent-border);
      }
      & .language {
        min-inline-size: 0;
        overflow: hidden;
        text-overflow: ellipsis;
        white-space: nowrap;
      }
      & pre {
        overflow: auto;
        padding: 12px 14px;
        font: 13px/20px var(--agent-font-mono);
        tab-size: 2;
        scrollbar-width: thin;
        &:focus-visible {
          outline-offset: -2px;
        }
      }
      & code {
        font: inherit;
      }
      &.wrap pre {
        white-space: pre-wrap;
        overflow-wrap: anywhere;
      }
    }

    /* Colours of code lie over the text and change no node. Numbers and names stay ink. */
    .code ::highlight(agent-code-keyword) {
      color: var(--agent-accent);
    }
    .code ::highlight(agent-code-string) {
      color: var(--_code-string);
    }
    .code ::highlight(agent-code-comment) {
      color: var(--agent-text-muted);
    }
    .code ::highlight(agent-code-added) {
      background-color: color-mix(in oklab, var(--agent-accent) 14%, transparent);
    }
    .code ::highlight(agent-code-removed) {
      background-color: color-mix(in oklab, var(--agent-danger) 14%, transparent);
    }

    /* A character that would turn the text around: its name is seen, and the character is shut in. */
    .control {
      unicode-bidi: isolate;
      &::before {
        content: attr(data-code);
        font: 500 11px/16px var(--agent-font-mono);
        color: var(--agent-danger);
        border: 1px solid currentColor;
        border-radius: 4px;
        padding-inline: 3px;
        margin-inline: 1px;
      }
    }

    .copies {
      & svg:last-child {
        display: none;
      }
      &.done {
        color: var(--agent-accent);
        & svg:first-child {
          display: none;
        }
        & svg:last-child {
          display: block;
        }
      }
    }

    /* What a host draws stands in the column as if it were ours. */
    .drawn {
      display: contents;
    }

    .table {
      position: relative;
      border: 1px solid var(--agent-border);
      border-radius: var(--agent-radius);
      overflow: hidden;
      timeline-scope: --_table;
      & .scroll {
        overflow-x: auto;
        scrollbar-width: thin;
        scroll-timeline: --_table inline;
        &:focus-visible {
          outline-offset: -2px;
        }
      }
      & table {
        border-collapse: collapse;
        inline-size: 100%;
        font-size: 13px;
        line-height: 20px;
      }
      & :is(th, td) {
        padding: 8px 14px;
        text-align: start;
        white-space: nowrap;
        border-block-end: 1px solid var(--agent-border);
        &.center {
          text-align: center;
        }
        &.right {
          text-align: end;
        }
      }
      & th {
        font-weight: 500;
        color: var(--agent-text-muted);
        font-size: 12px;
        background: var(--_sunken);
      }
      & tr:last-child td {
        border-block-end: 0;
      }
      & :is(th, td):first-child {
        position: sticky;
        inset-inline-start: 0;
        background: var(--agent-surface);
      }
      & th:first-child {
        background: var(--_sunken);
      }
      /* Over the end of the header row, which keeps room for it, and out of the way until somebody comes near. */
      & > .copies {
        position: absolute;
        inset-block-start: 4px;
        inset-inline-end: 4px;
        background: var(--_sunken);
        opacity: 0;
        transition: opacity 120ms;
        &:hover {
          background: color-mix(in oklab, var(--agent-text) 9%, var(--agent-surface));
        }
      }
      &:is(:hover, :focus-within) > .copies {
        opacity: 1;
      }
      @media (hover: none) {
        & > .copies {
          opacity: 1;
        }
      }
      & :is(th, td):last-child {
        padding-inline-end: 40px;
      }
      /* Seen only while more is hidden: without a way to tell, and without anything to scroll, it stays away. */
      & .fade {
        position: absolute;
        inset-block: 0;
        inset-inline-end: 0;
        inline-size: 28px;
        opacity: 0;
        pointer-events: none;
        background: linear-gradient(to left, var(--agent-surface), transparent);
        animation: table-fade linear both;
        animation-timeline: --_table;
        &:dir(rtl) {
          scale: -1 1;
        }
      }
    }
    @keyframes table-fade {
      0%,
      90% {
        opacity: 1;
      }
      100% {
        opacity: 0;
      }
    }

    .blocked {
      display: flex;
      gap: 12px;
      align-items: center;
      flex-wrap: wrap;
      border: 1px dashed var(--_control);
      border-radius: var(--agent-radius);
      padding: 12px 14px;
      font-size: 13px;
      line-height: 20px;
      color: var(--agent-text);
      & > svg {
        color: var(--agent-text-muted);
        inline-size: 20px;
        block-size: 20px;
      }
      & .t {
        flex: 1 1 220px;
        min-inline-size: 0;
        & b {
          font-weight: 500;
          display: block;
        }
        & span {
          color: var(--agent-text-muted);
          font-size: 12px;
          line-height: 18px;
          display: block;
          overflow-wrap: anywhere;
        }
      }
      & .a {
        display: flex;
        gap: 6px;
        flex-wrap: wrap;
      }
    }
    .remote {
      display: block;
      border-radius: var(--agent-radius);
    }

    @container agent (max-width: 560px) {
      .code pre {
        font-size: 12px;
        line-height: 18px;
      }
    }
    @media (forced-colors: active) {
      .table .fade {
        display: none;
      }
    }
  }
`;
