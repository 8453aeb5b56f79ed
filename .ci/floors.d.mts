/** Every breach of the floors in these files: a map from the path below src to the text. */
export function checkFloors(files: ReadonlyMap<string, string>): string[];
/** The TypeScript files below a folder, as `checkFloors` wants them. */
export function readSource(folder: string): Map<string, string>;
