/** Rules that find mistakes; layout is nobody's business here. */
import * as lit from 'eslint-plugin-lit';
import * as wc from 'eslint-plugin-wc';
import tseslint from 'typescript-eslint';

const litRules = (lit.default ?? lit).configs['flat/recommended'];
const wcRules = (wc.default ?? wc).configs['flat/best-practice'];

export default tseslint.config(
  { ignores: ['**/dist/**', '**/node_modules/**', '**/*.js', '**/*.mjs', '**/*.d.ts'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  ...tseslint.configs.recommendedTypeChecked,
  litRules,
  wcRules,
  {
    files: ['**/*.ts'],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      '@typescript-eslint/consistent-type-imports': ['error', { disallowTypeAnnotations: false }],
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_', caughtErrors: 'none', ignoreRestSiblings: true }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true, allowNullish: true }],
      // `'new' | string` says to the reader what the usual values are.
      '@typescript-eslint/no-redundant-type-constituents': 'off',
      // What a host threw is passed on as it came, whatever it is.
      '@typescript-eslint/only-throw-error': ['error', { allowThrowingUnknown: true }],
      '@typescript-eslint/prefer-promise-reject-errors': ['error', { allowThrowingUnknown: true }],
      // A method that keeps an asynchronous contract need not wait for anything.
      '@typescript-eslint/require-await': 'off',
      // Lit calls a listener on its host, and an interface may spell a callback as a method.
      '@typescript-eslint/unbound-method': 'off',
      // A callback of a host may be asynchronous where its result is not used.
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: false }],
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-var': 'error',
      'prefer-const': 'error',
    },
  },
  {
    files: ['src/**/*.ts'],
    rules: {
      'no-console': ['error', { allow: ['warn', 'error'] }],
      'no-warning-comments': ['error', { terms: ['todo', 'fixme', 'xxx'] }],
    },
  },
  {
    files: ['test/**/*.ts', 'src/testing/**/*.ts'],
    rules: {
      // `expect(x).to.be.true` is an expression.
      '@typescript-eslint/no-unused-expressions': 'off',
      // @open-wc/testing types chai's `equal` as a promise for its snapshots; it answers at once.
      '@typescript-eslint/no-floating-promises': ['error', { allowForKnownSafeCalls: [{ from: 'package', package: '@types/chai', name: 'Equal' }, { from: 'package', package: 'chai', name: 'Equal' }] }],
    },
  },
  {
    files: ['test/**/*.ts'],
    rules: {
      // Tests hand in what the types forbid.
      '@typescript-eslint/no-base-to-string': 'off',
      '@typescript-eslint/no-explicit-any': 'off',
      '@typescript-eslint/no-this-alias': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/prefer-promise-reject-errors': 'off',
      '@typescript-eslint/only-throw-error': 'off',
      'no-restricted-syntax': [
        'error',
        { selector: 'CallExpression[callee.property.name=/^(only|skip)$/][callee.object.name=/^(it|describe)$/]', message: 'No test is skipped or singled out.' },
        { selector: 'CallExpression[callee.name=/^x(it|describe)$/]', message: 'No test is skipped.' },
        { selector: "ExpressionStatement > CallExpression[callee.property.name='accessible']", message: 'Without `await` this checks nothing.' },
      ],
    },
  },
);
