/** Tables for spreadsheets. */

/** A program that opens the file would run what begins like this. A plain number may begin so too and is safe. */
const formula = /^\s*[=+\-@\uff0b\uff0d\uff1d\uff20\t\r]/;
const plainNumber = /^[+-]?(?:\d[\d.,\u00a0\u202f ]*|[.,]\d+)\s?%?$/;

/** Rows as RFC 4180 says: CR LF between them, quotes where a field needs them. A field that would be a formula begins with `'`. */
export function toCsv(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => row.map(field).join(',')).join('\r\n');
}

function field(text: string): string {
  const inert = formula.test(text) && !plainNumber.test(text) ? `'${text}` : text;
  return /[",\r\n]|^\s|\s$/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}
