// Lint with type information: what the compiler allows and people get wrong. Formatting is prettier's.
import tseslint from 'typescript-eslint';

const noVscode = { paths: [{ name: 'vscode', message: 'Only src/host and src/extension.ts know VS Code.' }] };

export default tseslint.config(
  { ignores: ['**/dist/', '**/out/', '**/node_modules/', '**/test/fixtures/'] },
  ...tseslint.configs.recommendedTypeChecked,
  {
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    languageOptions: {
      parserOptions: {
        project: ['src/tsconfig.json', 'src/shared/tsconfig.json', 'webview/tsconfig.json', 'test/tsconfig.json', 'scripts/tsconfig.json'],
        tsconfigRootDir: `${import.meta.dirname}/..`,
      },
    },
    rules: {
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'separate-type-imports' }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      'no-console': 'error',
      'no-restricted-syntax': ['error', { selector: 'ExportDefaultDeclaration', message: 'Named exports only.' }],
      // Objects here are closures: their functions stand by themselves.
      '@typescript-eslint/unbound-method': 'off',
      'max-lines': ['error', 400],
      eqeqeq: 'error',
    },
  },
  { files: ['**/src/{shared,session,claude}/**', '**/webview/**'], rules: { 'no-restricted-imports': ['error', noVscode] } },
  { files: ['**/scripts/**', '**/test/**'], rules: { 'no-console': 'off' } },
  // A cast in a comment is no node of its own, so these see through it to the `any` below.
  { files: ['**/*.mjs'], rules: { '@typescript-eslint/no-unsafe-assignment': 'off', '@typescript-eslint/no-unsafe-return': 'off' } },
  // ESLint reads its own configuration from a default export.
  { files: ['**/eslint.config.mjs'], rules: { 'no-restricted-syntax': 'off' } },
);
