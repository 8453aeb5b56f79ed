/**
 * Writes dist/custom-elements.json from the docblocks of src: public elements and their public members only, with the paths of the
 * built files. An element is public when `defineElement('its-name', ItsClass)` is called for it.
 */
const isPublicMember = ({ name, privacy, static: isStatic }) => !name.startsWith('#') && !name.startsWith('_') && !privacy && !isStatic;

/** Lit's own hooks are no part of what a page may call. */
const lifecycle = new Set([
  'connectedCallback', 'disconnectedCallback', 'adoptedCallback', 'attributeChangedCallback', 'formAssociatedCallback', 'formDisabledCallback',
  'formResetCallback', 'formStateRestoreCallback', 'createRenderRoot', 'shouldUpdate', 'willUpdate', 'update', 'render', 'firstUpdated', 'updated',
  'getUpdateComplete', 'scheduleUpdate', 'performUpdate',
]);

const builtPath = (path) => path?.replace(/^src\//, 'dist/').replace(/\.ts$/, '.js');

function hasTag(node, ts, name) {
  return ts.getJSDocTags(node).some((tag) => tag.tagName.text === name);
}

/** Marks what a docblock calls internal, so that the last step can drop it. */
const internalTag = {
  name: 'internal-tag',
  analyzePhase({ ts, node, moduleDoc }) {
    if (!ts.isClassDeclaration(node) || !node.name) return;
    const declaration = moduleDoc.declarations?.find(({ name }) => name === node.name.text);
    if (!declaration) return;
    if (hasTag(node, ts, 'internal')) declaration.internal = true;
    for (const member of node.members) {
      const documented = member.name && declaration.members?.find(({ name }) => name === member.name.getText());
      if (documented && hasTag(member, ts, 'internal')) documented.internal = true;
    }
  },
};

/** The calls of `defineElement`, which the analyzer does not know. */
const definitions = [];
const definedElements = {
  name: 'defined-elements',
  analyzePhase({ ts, node, moduleDoc }) {
    if (!ts.isCallExpression(node) || node.expression.getText() !== 'defineElement') return;
    const [tag, constructor] = node.arguments;
    if (tag && constructor && ts.isStringLiteral(tag)) definitions.push({ tagName: tag.text, className: constructor.getText(), module: moduleDoc });
  },
  packageLinkPhase({ customElementsManifest }) {
    for (const { tagName, className, module } of definitions) {
      // The element's documented class, and not the one that only gives it a default.
      const home = customElementsManifest.modules.find(({ declarations }) => declarations?.some(({ name, customElement }) => name === className && customElement));
      if (!home) throw new Error(`no documented class ${className} for <${tagName}>`);
      home.declarations.find(({ name }) => name === className).tagName = tagName;
      (module.exports ??= []).push({ kind: 'custom-element-definition', name: tagName, declaration: { name: className, module: home.path } });
    }
  },
};

const publicOnly = {
  name: 'public-only',
  packageLinkPhase({ customElementsManifest }) {
    const modules = [];
    for (const module of customElementsManifest.modules) {
      const declarations = (module.declarations ?? []).filter((declaration) => declaration.customElement && declaration.tagName && !declaration.internal);
      const definesOne = module.exports?.some(({ kind }) => kind === 'custom-element-definition');
      if (declarations.length === 0 && !definesOne) continue;
      for (const declaration of declarations) {
        if (declaration.members) {
          declaration.members = declaration.members.filter((member) => isPublicMember(member) && !member.internal && !lifecycle.has(member.name));
        }
        // The analyzer takes the first argument of an event class for a name; the docblock names them all.
        if (declaration.events) declaration.events = declaration.events.filter(({ name }) => name?.startsWith('agent-'));
        if (declaration.attributes) {
          const fields = new Set(declaration.members?.map(({ name }) => name));
          declaration.attributes = declaration.attributes.filter(({ fieldName }) => !fieldName || fields.has(fieldName));
        }
      }
      const names = new Set(declarations.map(({ name }) => name));
      const exports = (module.exports ?? []).filter(({ declaration, kind }) => kind === 'custom-element-definition' || names.has(declaration?.name));
      modules.push({ ...module, path: builtPath(module.path), declarations, exports });
    }
    for (const item of modules.flatMap(({ declarations, exports }) => [...declarations, ...exports])) rewritePaths(item);
    customElementsManifest.modules = modules.sort((a, b) => (a.path < b.path ? -1 : 1));
  },
};

function rewritePaths(value) {
  if (value === null || typeof value !== 'object') return;
  if (typeof value.module === 'string' && value.module.startsWith('src/')) value.module = builtPath(value.module);
  for (const inner of Object.values(value)) rewritePaths(inner);
}

export default {
  globs: ['src/**/*.ts'],
  outdir: 'dist',
  litelement: true,
  packagejson: false, // it would rewrite package.json at each build
  plugins: [internalTag, definedElements, publicOnly],
};
