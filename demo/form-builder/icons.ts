/** The builder's own icons, 20 × 20, drawn in the colour of the text. */
import { html, svg, type SVGTemplateResult, type TemplateResult } from 'lit';
import type { FieldType } from './field-types.js';

const shapes = {
  undo: svg`<path d="M3.8 8H12a4 4 0 0 1 0 8H8M7 4.8 3.8 8 7 11.2" />`,
  redo: svg`<path d="M16.2 8H8a4 4 0 0 0 0 8h4M13 4.8 16.2 8 13 11.2" />`,
  plus: svg`<path d="M10 4v12M4 10h12" />`,
  text: svg`<path d="M4 5.5V4.2h12v1.3M10 4.2v11.6M7.8 15.8h4.4" />`,
  lines: svg`<path d="M4 6h12M4 10h8M4 14h10" />`,
  check: svg`<path d="m4 10.6 3.9 3.9L16 5.9" />`,
  chevron: svg`<path d="m5 8 5 5 5-5" />`,
  file: svg`<path d="M5 3h6.2L15 6.8V17H5zM11 3v4h4" />`,
  section: svg`<rect x="3" y="4" width="14" height="12" rx="2.2" /><path d="M8 4v12" />`,
  more: svg`<g fill="currentColor" stroke="none"><circle cx="4.5" cy="10" r="1.3" /><circle cx="10" cy="10" r="1.3" /><circle cx="15.5" cy="10" r="1.3" /></g>`,
  close: svg`<path d="m5 5 10 10M15 5 5 15" />`,
  trash: svg`<path d="M4 5.8h12M8 5.5V3.8h4v1.7M5.4 5.8l.7 10.6h7.8l.7-10.6M8.4 9v4.4M11.6 9v4.4" />`,
  up: svg`<path d="M10 16V4.4M5 9.2l5-5 5 5" />`,
  down: svg`<path d="M10 4v11.6M5 10.8l5 5 5-5" />`,
  edit: svg`<path d="m12.7 4.3 3 3L7 16l-3.7.7L4 13z" />`,
  eye: svg`<path d="M2.6 10S5.2 5 10 5s7.4 5 7.4 5-2.6 5-7.4 5-7.4-5-7.4-5z" /><circle cx="10" cy="10" r="2.3" />`,
  mail: svg`<rect x="3" y="4.6" width="14" height="10.8" rx="2" /><path d="m3.6 6.2 6.4 4.9 6.4-4.9" />`,
  phone: svg`<path d="M6.6 3.4 8.2 7 6.500 8.500a9.600 9.600 0 0 0 5 5L13 11.800l3.6 1.600v2.200a1.500 1.500 0 0 1-1.600 1.500A12.800 12.800 0 0 1 2.900 5a1.500 1.500 0 0 1 1.500-1.600z" />`,
  link: svg`<path d="M8.500 11.500a3 3 0 0 0 4.300 0l2.700-2.700a3 3 0 0 0-4.300-4.300l-1 1M11.500 8.500a3 3 0 0 0-4.300 0l-2.700 2.700a3 3 0 0 0 4.300 4.300l1-1" />`,
  hash: svg`<path d="M7.800 3.800 6.400 16.200M13.600 3.800l-1.400 12.400M4 7.600h12.400M3.600 12.400H16" />`,
  date: svg`<rect x="3" y="4.600" width="14" height="12" rx="2" /><path d="M3 8.400h14M6.800 2.800v3.400M13.200 2.800v3.400" />`,
  time: svg`<circle cx="10" cy="10" r="7.2" /><path d="M10 6v4.200l2.600 1.700" />`,
  spark: svg`<path d="M10 3.2 11.8 8.200 16.800 10l-5 1.800L10 16.800l-1.800-5L3.200 10l5-1.800z" />`,
  radio: svg`<circle cx="10" cy="10" r="6.600" /><circle cx="10" cy="10" r="2.400" fill="currentColor" stroke="none" />`,
  checks: svg`<path d="m3 6 1.700 1.700L8 4.400M3 14l1.700 1.700L8 12.400M11 6.200h6M11 14.200h6" />`,
  home: svg`<path d="M3.400 9.400 10 3.800l6.600 5.600M5.200 8.200V16h9.600V8.200" />`,
} as const satisfies Readonly<Record<string, SVGTemplateResult>>;

export type IconName = keyof typeof shapes;

export function icon(name: IconName): TemplateResult {
  return html`<svg viewBox="0 0 20 20" aria-hidden="true">${shapes[name]}</svg>`;
}

export const typeIcons: Readonly<Record<FieldType, IconName>> = {
  text: 'text',
  'long-text': 'lines',
  email: 'mail',
  phone: 'phone',
  url: 'link',
  number: 'hash',
  date: 'date',
  time: 'time',
  choice: 'chevron',
  radio: 'radio',
  checkboxes: 'checks',
  checkbox: 'check',
  file: 'file',
  address: 'home',
};
