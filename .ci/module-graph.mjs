/** Walks the imports of built files. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import ts from 'typescript';

/** What a built entry reaches: `files` are paths of ours, `packages` the bare names, `missing` what does not exist. */
export function moduleGraph(entry) {
  const files = new Set();
  const packages = new Set();
  const missing = [];
  const visit = (path) => {
    if (files.has(path)) return;
    files.add(path);
    for (const { fileName } of ts.preProcessFile(readFileSync(path, 'utf8'), true, true).importedFiles) {
      if (!fileName.startsWith('.')) {
        packages.add(fileName);
        continue;
      }
      const target = resolve(dirname(path), fileName);
      if (existsSync(target)) visit(target);
      else missing.push(`${path} imports "${fileName}", which does not exist`);
    }
  };
  visit(resolve(entry));
  return { files: [...files], packages: [...packages], missing };
}
