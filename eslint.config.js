import reactHooks from 'eslint-plugin-react-hooks'
import { defineConfig, globalIgnores } from 'eslint/config'
import tseslint from 'typescript-eslint'

const PRODUCT = ['contract/**/*.ts', 'server/**/*.ts', 'src/**/*.{ts,tsx}']
const TESTS = ['tests/**/*.{ts,tsx}', 'bench/**/*.ts']
const TYPESCRIPT = [...PRODUCT, ...TESTS]

/** Each message says what to do instead. */
const restrictedImports = {
  paths: [
    { name: 'react-router', message: 'Import from react-router-dom: two names for one router make two contexts.' },
    {
      name: '@mui/icons-material',
      message: 'Import the one icon by its path, @mui/icons-material/Add: the index has thousands.',
      allowTypeImports: true,
    },
    { name: 'lodash', message: 'Write the line of plain JavaScript: lodash is no dependency of this project.' },
  ],
  patterns: [
    {
      group: ['lodash/*', 'lodash-es'],
      message: 'Write the line of plain JavaScript: lodash is no dependency of this project.',
    },
  ],
}

/**
 * A piece of SQL in a string or a template.
 * @param {string} pattern regular expression without `/`
 * @param {string} message
 */
const sqlText = (pattern, message) =>
  [`Literal[value=/${pattern}/i]`, `TemplateElement[value.raw=/${pattern}/i]`].map((selector) => ({
    selector,
    message,
  }))

const rawSql = [
  ...sqlText(
    '^\\s*(begin|commit|rollback|start\\s+transaction|savepoint\\s+\\w+)(\\s+(work|transaction|isolation|read)\\b.*)?\\s*;?\\s*$',
    'Use inTransaction of server/db/transaction: all requests share one session of the embedded database, and a raw transaction swallows the writes of others.',
  ),
  ...sqlText(
    '\\bpg_(try_)?advisory_',
    'Lock the row that the rule is about (for update): advisory locks do nothing on the one session of the embedded database.',
  ),
  ...sqlText(
    '^\\s*set\\s+(?!local\\b)(session\\s+|role\\b|time\\s+zone\\b|\\w+\\s*(=|to\\b))',
    'Use "set local" inside inTransaction: a setting of the session stays for every other request.',
  ),
]

const impure = [
  {
    selector: 'CallExpression[callee.object.name="Date"][callee.property.name="now"]',
    message: 'The domain has no clock: take the instant as an argument.',
  },
  {
    selector: 'NewExpression[callee.name="Date"][arguments.length=0]',
    message: 'The domain has no clock: take the instant as an argument.',
  },
  {
    selector: 'MemberExpression[object.name="Temporal"][property.name="Now"]',
    message: 'The domain has no clock: take the instant as an argument.',
  },
  {
    selector: 'CallExpression[callee.object.name="Math"][callee.property.name="random"]',
    message: 'The domain has no chance: take the value as an argument.',
  },
]

const flakyTests = [
  {
    selector: 'MemberExpression[object.name=/^(test|it|describe)$/][property.name="only"]',
    message: 'Run one test from the command line with -t; left here, the others no longer run.',
  },
  {
    selector: 'MemberExpression[property.name=/^(waitForTimeout|retry)$/]',
    message:
      'Wait for the thing itself (expect(locator).toBeVisible, expect.poll): a fixed time is too long or too short.',
  },
  {
    selector: 'MemberExpression[property.name=/^toMatch(Inline|File)?Snapshot$/]',
    message: 'Assert what the reader of the test should know; a snapshot is accepted without being read.',
  },
]

// What has to know types is looked at by oxlint (.oxlintrc.json), which asks the compiler of version 7.
export default defineConfig(
  globalIgnores(['dist/', 'coverage/', 'test-results/', 'playwright-report/', 'screenshots/', '.wayline/']),
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  {
    plugins: { '@typescript-eslint': tseslint.plugin },
    rules: {
      'no-console': 'error',
      '@typescript-eslint/no-restricted-imports': ['error', restrictedImports],
      'max-lines': ['error', { max: 400 }],
      eqeqeq: 'error',
    },
  },
  {
    files: TYPESCRIPT,
    extends: [tseslint.configs.strict],
    rules: {
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-import-type-side-effects': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
    },
  },
  {
    files: ['scripts/**/*.mjs', '*.config.{ts,js}', 'bench/**/*.mjs'],
    extends: [tseslint.configs.strict],
  },
  {
    files: ['src/**/*.{ts,tsx}', '**/*.tsx'],
    extends: [reactHooks.configs.flat.recommended],
  },
  { files: ['server/**/*.ts'], ignores: ['server/db/**'], rules: { 'no-restricted-syntax': ['error', ...rawSql] } },
  { files: ['server/domain/**/*.ts'], rules: { 'no-restricted-syntax': ['error', ...rawSql, ...impure] } },
  {
    files: TESTS,
    rules: {
      'no-restricted-syntax': ['error', ...flakyTests],
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },
)
