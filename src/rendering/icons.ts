/** The drawings of the interface: 20 × 20, stroke in currentColor. Size and stroke come from the style sheet (`svg`). */
import { noChange, render, svg } from 'lit';
import { Directive, directive } from 'lit/directive.js';

const drawings = {
  send: svg`<path d="M10 16.2V4.2M4.8 9.2 10 4l5.2 5.2"/>`,
  stop: svg`<rect x="4.5" y="4.5" width="11" height="11" rx="2"/>`,
  attach: svg`<path d="m15.8 9.4-5.9 5.9a3.7 3.7 0 0 1-5.2-5.2l6.4-6.4a2.5 2.5 0 0 1 3.5 3.5l-6.3 6.3a1.2 1.2 0 0 1-1.8-1.7l5.7-5.7"/>`,
  skill: svg`<rect x="3" y="3" width="14" height="14" rx="4"/><path d="m11.9 6.6-3.8 6.8"/>`,
  plan: svg`<path d="M9 5h8M9 10h8M9 15h8M2.8 5.2l1.2 1.2 2.2-2.6M2.8 10.2 4 11.4l2.2-2.6"/><circle cx="4.5" cy="15" r="1.2"/>`,
  agent: svg`<rect x="3" y="3" width="14" height="14" rx="4"/><path d="M10 7v6"/>`,
  copy: svg`<rect x="7" y="7" width="10" height="10" rx="2.2"/><path d="M4.4 13A1.6 1.6 0 0 1 3 11.4V4.6A1.6 1.6 0 0 1 4.6 3h6.8A1.6 1.6 0 0 1 13 4.4"/>`,
  edit: svg`<path d="m12.7 4.3 3 3L7 16l-3.7.7L4 13z"/>`,
  regenerate: svg`<path d="M16.2 10.4A6.2 6.2 0 1 1 14.4 5.6L16.2 7.2M16.2 3.4v3.8h-3.8"/>`,
  fork: svg`<circle cx="5.2" cy="4.6" r="1.7"/><circle cx="14.8" cy="4.6" r="1.7"/><circle cx="5.2" cy="15.4" r="1.7"/><path d="M5.2 6.3v7.4M14.8 6.3v.9A3 3 0 0 1 11.8 10.2H8.200a3 3 0 0 0-3 3"/>`,
  up: svg`<path d="m6.6 9 3-5.700c1.1 0 1.9.8 1.9 1.900V8h3.500a1.7 1.7 0 0 1 1.7 2l-.9 4.900a1.7 1.7 0 0 1-1.7 1.400H6.600zM6.6 9H3.900v7.300h2.7"/>`,
  down: svg`<g transform="rotate(180 10 10)"><path d="m6.6 9 3-5.700c1.1 0 1.9.8 1.9 1.900V8h3.500a1.7 1.7 0 0 1 1.7 2l-.9 4.900a1.7 1.7 0 0 1-1.7 1.400H6.600zM6.6 9H3.900v7.300h2.7"/></g>`,
  left: svg`<path d="m12 5-5 5 5 5"/>`,
  right: svg`<path d="m8 5 5 5-5 5"/>`,
  chevron: svg`<path d="m5 8 5 5 5-5"/>`,
  close: svg`<path d="m5 5 10 10M15 5 5 15"/>`,
  check: svg`<path d="m4 10.6 3.9 3.900L16 5.9"/>`,
  alert: svg`<circle cx="10" cy="10" r="7.2"/><path d="M10 6.300v4.400M10 13.600v.05"/>`,
  eye: svg`<path d="M2.4 10S5.1 4.9 10 4.9 17.6 10 17.6 10 14.9 15.1 10 15.1 2.4 10 2.4 10z"/><circle cx="10" cy="10" r="2.3"/>`,
  'eye-off': svg`<path d="M2.4 10S5.1 4.9 10 4.9 17.6 10 17.6 10 14.9 15.1 10 15.1 2.4 10 2.4 10z"/><path d="m4 4 12 12"/>`,
  search: svg`<circle cx="9" cy="9" r="5.2"/><path d="m13 13 3.6 3.6"/>`,
  pin: svg`<path d="M7 3h6M8 3v4.800l-2.4 3.400h8.800L12 7.800V3M10 11.200V17"/>`,
  more: svg`<g fill="currentColor" stroke="none"><circle cx="4.5" cy="10" r="1.4"/><circle cx="10" cy="10" r="1.4"/><circle cx="15.5" cy="10" r="1.4"/></g>`,
  trash: svg`<path d="M3.5 5.600h13M7.8 5.600V4.200a1 1 0 0 1 1-1h2.400a1 1 0 0 1 1 1v1.400M5.2 5.600l.7 9.800a1.6 1.6 0 0 0 1.6 1.500h5a1.6 1.6 0 0 0 1.6-1.500l.7-9.8"/>`,
  grip: svg`<g fill="currentColor" stroke="none"><circle cx="7.5" cy="5" r="1.2"/><circle cx="12.5" cy="5" r="1.2"/><circle cx="7.5" cy="10" r="1.2"/><circle cx="12.5" cy="10" r="1.2"/><circle cx="7.5" cy="15" r="1.2"/><circle cx="12.5" cy="15" r="1.2"/></g>`,
  shield: svg`<path d="m10 2.9 6 2.200v4.500c0 3.6-2.4 6.3-6 7.5-3.6-1.2-6-3.9-6-7.500V5.100z"/><path d="M10 7v3.500M10 13.200v.05"/>`,
  image: svg`<rect x="3" y="4" width="14" height="12" rx="2.2"/><circle cx="7.3" cy="8.2" r="1.3"/><path d="m3.6 14 3.9-3.5 2.7 2.3 3-3 3.4 3.2"/>`,
  'image-off': svg`<path d="M6 4h8.800A2.2 2.2 0 0 1 17 6.200V14M15.5 16H5.200A2.2 2.2 0 0 1 3 13.800V5.500M3.6 14l3.9-3.5 2.2 1.900M3 3l14 14"/>`,
  file: svg`<path d="M5 3h6.200L15 6.800V17H5zM11 3v4h4"/>`,
  map: svg`<circle cx="5" cy="4.3" r="1.5"/><circle cx="5" cy="15.7" r="1.5"/><circle cx="15" cy="10" r="1.5"/><path d="M5 5.800v8.400M5 10h8.5"/>`,
  maximize: svg`<path d="M12 3.500h4.500V8M16.3 3.700l-4.8 4.800M8 16.500H3.500V12M3.7 16.300l4.8-4.8"/>`,
  undo: svg`<path d="M3.8 8H12a4 4 0 0 1 0 8H8M7 4.8 3.8 8 7 11.2"/>`,
  redo: svg`<path d="M16.2 8H8a4 4 0 0 0 0 8h4M13 4.8 16.2 8 13 11.2"/>`,
  plus: svg`<path d="M10 4v12M4 10h12"/>`,
  compose: svg`<path d="M9.5 3.800H5.600A2.2 2.2 0 0 0 3.4 6v8.400a2.2 2.2 0 0 0 2.2 2.200H14a2.2 2.2 0 0 0 2.2-2.200v-3.900M15 3.300a1.3 1.3 0 0 1 1.8 1.800l-6.6 6.6-2.5.6.6-2.500z"/>`,
  comment: svg`<path d="M4.5 4h11A1.5 1.5 0 0 1 17 5.500v7a1.5 1.5 0 0 1-1.5 1.500H9.200L5.8 16.800V14H4.500A1.5 1.5 0 0 1 3 12.500v-7A1.5 1.5 0 0 1 4.5 4z"/>`,
  strike: svg`<path d="M3.5 10h13M13.6 6.400C13 5.1 11.7 4.4 10 4.400c-2.1 0-3.6 1.1-3.6 2.8 0 .6.2 1.1.5 1.500M6.2 13.400c.5 1.4 1.9 2.2 3.8 2.2 2.2 0 3.7-1.1 3.7-2.9"/>`,
  out: svg`<path d="m7 13 7-7M8.5 5.800h5.700v5.7"/>`,
  wrap: svg`<path d="M3 5h14M3 10h11.200a2.7 2.7 0 0 1 0 5.400h-3M13 13.200l-2.2 2.200L13 17.600M3 15.400h4"/>`,
  chat: svg`<path d="M4.8 3.600h10.400A2.2 2.2 0 0 1 17.4 5.800v6.400a2.2 2.2 0 0 1-2.2 2.200H9.600L6 17.400v-3H4.800a2.2 2.2 0 0 1-2.2-2.200V5.800a2.2 2.2 0 0 1 2.2-2.200z"/><path d="M10 6.800v4.4"/>`,
  sidebar: svg`<rect x="3" y="4" width="14" height="12" rx="2.2"/><path d="M8 4v12"/>`,
  arrow: svg`<path d="M4 10h12M11.2 5.2 16 10l-4.8 4.8"/>`,
  down2: svg`<path d="M10 4v12M5 11l5 5 5-5"/>`,
  text: svg`<path d="M4 5.500V4.200h12v1.300M10 4.200v11.600M7.8 15.800h4.4"/>`,
  lines: svg`<path d="M4 6h12M4 10h8M4 14h10"/>`,
  clock: svg`<circle cx="10" cy="10" r="7.2"/><path d="M10 6v4.200l2.6 1.7"/>`,
  storage: svg`<ellipse cx="10" cy="5" rx="6" ry="2.2"/><path d="M4 5v10c0 1.2 2.7 2.2 6 2.200s6-1 6-2.200V5M4 10c0 1.2 2.7 2.2 6 2.200s6-1 6-2.2"/>`,
  lock: svg`<rect x="4.5" y="9" width="11" height="8" rx="2"/><path d="M7 9V6.600a3 3 0 0 1 6 0V9"/>`,
  compare: svg`<rect x="3" y="4" width="14" height="12" rx="2.2"/><path d="M10 4v12M5.5 8h2M5.5 11h2M12.5 8h2M12.5 11h2"/>`,
};

export type IconName = keyof typeof drawings;

/** Each drawing is made once; a row of buttons gets copies of its nodes, without what a template leaves around its parts. */
const made = new Map<IconName, Node>();

function make(name: IconName): Node {
  const place = document.createElement('div');
  render(svg`<svg viewBox="0 0 20 20" aria-hidden="true">${drawings[name]}</svg>`, place);
  const drawn = place.querySelector('svg') as Node;
  const marks = document.createTreeWalker(drawn, NodeFilter.SHOW_COMMENT);
  for (let mark = marks.nextNode(); mark; mark = marks.nextNode()) {
    const gone = mark;
    marks.previousNode();
    (gone as Comment).remove();
  }
  return drawn;
}

class IconDirective extends Directive {
  #name: IconName | undefined;

  render(name: IconName, className?: 'flip'): unknown {
    if (name === this.#name) return noChange;
    this.#name = name;
    const drawing = made.get(name) ?? make(name);
    made.set(name, drawing);
    const copy = drawing.cloneNode(true) as Element;
    if (className) copy.setAttribute('class', className);
    return copy;
  }
}

/** One drawing, hidden from assistive technology: the name belongs to the button. `flip` mirrors it in right-to-left layout. */
export const icon = directive(IconDirective);
