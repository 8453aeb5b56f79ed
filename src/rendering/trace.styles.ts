/** The trace of reasoning and tool calls. */
import { css } from 'lit';

export const traceStyles = css`
  @layer agent.base, agent.parts;

  @layer agent.parts {
    /* What the agent did, as lines on a hairline rail. Never a box. */
    .trace {
      display: flex;
      flex-direction: column;
      font-size: 13px;
      line-height: 20px;
      min-inline-size: 0;
      & > li {
        position: relative;
        padding-inline-start: 26px;
        min-inline-size: 0;
      }
      & > li > .st {
        position: absolute;
        inset-inline-start: 0;
        inset-block-start: 6px;
      }
      & > li:not(:last-child)::after {
        content: '';
        position: absolute;
        inset-inline-start: 7.5px;
        inset-block: 24px -4px;
        border-inline-start: 1px solid color-mix(in oklab, var(--_control) 55%, var(--agent-border));
      }
      & .row {
        display: flex;
        align-items: baseline;
        gap: 8px;
        min-block-size: 28px;
        padding-block: 4px;
        border-radius: var(--_radius-s);
        & > svg {
          inline-size: 12px;
          block-size: 12px;
          align-self: center;
          color: var(--agent-text-muted);
          margin-inline-start: -2px;
          transition: rotate 120ms;
        }
      }
      & summary {
        cursor: pointer;
        list-style: none;
        &::-webkit-details-marker {
          display: none;
        }
        &:hover .what {
          text-decoration: underline;
          text-decoration-color: var(--_control);
          text-underline-offset: 4px;
        }
      }
      & details[open] > summary > svg {
        rotate: 90deg;
        &:dir(rtl) {
          rotate: -90deg;
        }
      }
      & :is(.what, .more) {
        flex: 0 1 auto;
        min-inline-size: 0;
        overflow: hidden;
        text-overflow: ellipsis;
        white-space: nowrap;
      }
      & .more {
        flex-shrink: 1000;
        color: var(--agent-text-muted);
      }
      & .end {
        margin-inline-start: auto;
        color: var(--agent-text-muted);
        font-size: 12px;
        white-space: nowrap;
        flex: none;
      }
      & .fold {
        padding-block: 2px 10px;
        color: var(--agent-text-muted);
        max-inline-size: 620px;
      }
      & .io {
        margin-block: 2px 10px;
        border: 1px solid var(--agent-border);
        border-radius: calc(var(--agent-radius) * 0.8);
        overflow: hidden;
        direction: ltr;
        text-align: left;
        & > div {
          display: grid;
          grid-template-columns: 76px minmax(0, 1fr);
          gap: 8px;
          padding: 8px 12px;
          & + div {
            border-block-start: 1px solid var(--agent-border);
          }
        }
        & > div > span {
          color: var(--agent-text-muted);
          font-size: 12px;
          line-height: 18px;
        }
        & pre {
          font: 12px/18px var(--agent-font-mono);
          white-space: pre-wrap;
          overflow-wrap: anywhere;
        }
        & .parts {
          display: flex;
          flex-direction: column;
          gap: 8px;
          min-inline-size: 0;
        }
      }
      & .failed {
        color: var(--agent-danger);
      }
    }

    @container agent (max-width: 560px) {
    }
  }
`;
