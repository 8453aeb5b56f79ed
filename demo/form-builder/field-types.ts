/** The kinds of fields the builder knows. `name` is unique and is what people and plans read. */
export const fieldTypes = {
  text: { name: 'short text', newLabel: 'Short text' },
  'long-text': { name: 'long text', newLabel: 'Long text' },
  email: { name: 'e-mail', newLabel: 'E-mail' },
  phone: { name: 'phone', newLabel: 'Phone' },
  url: { name: 'web address', newLabel: 'Website' },
  number: { name: 'number', newLabel: 'Number' },
  date: { name: 'date', newLabel: 'Date' },
  time: { name: 'time', newLabel: 'Time' },
  choice: { name: 'choice', newLabel: 'Choice' },
  radio: { name: 'radio', newLabel: 'One of these' },
  checkboxes: { name: 'checkboxes', newLabel: 'Any of these' },
  checkbox: { name: 'checkbox', newLabel: 'I agree' },
  file: { name: 'file', newLabel: 'File' },
  address: { name: 'address', newLabel: 'Address' },
} as const;

export type FieldType = keyof typeof fieldTypes;

export const fieldTypeNames = Object.keys(fieldTypes) as readonly FieldType[];

export function isFieldType(value: unknown): value is FieldType {
  return typeof value === 'string' && Object.hasOwn(fieldTypes, value);
}

/** Types that need options. */
export function isChoiceType(type: FieldType): boolean {
  return type === 'choice' || type === 'radio' || type === 'checkboxes';
}
