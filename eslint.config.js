import { defineConfig, globalIgnores } from 'eslint/config'
import tseslint from 'typescript-eslint'
import { plainNames } from './scripts/lint/plain-names.mjs'
import { plainWords } from './scripts/lint/plain-words.mjs'
import { REAL_TIME } from './scripts/lint/real-time.mjs'
import { testTime } from './scripts/lint/test-time.mjs'

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

const validatorWords = [
  {
    selector: 'MemberExpression[object.property.name="error"][property.name="issues"]',
    message: "Use checkInput of server/http/check-input: the validator's own messages are not for callers.",
  },
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

const ownTables = [
  {
    selector:
      'ImportDeclaration[source.value="react-admin"] ImportSpecifier[imported.name=/^(List|Show|Edit|Create)Base$/]',
    message: 'Use <List>, <Show>, <Edit> or <Create> of react-admin, or those of src/kit: docs/react-admin.md.',
  },
  {
    selector:
      'ImportDeclaration[importKind!="type"][source.value=/^@mui\\u002Fmaterial\\u002FTable(Body|Cell|Head|Row|Pagination|SortLabel)?$/]',
    message: 'Use <DataTable> and <Pagination> of react-admin: docs/react-admin.md.',
  },
]

// The patterns that oxlint (.oxlintrc.json), which looks at all else, has no rule for.
export default defineConfig(
  globalIgnores([
    '**',
    '!contract/',
    '!contract/**',
    '!server/',
    '!server/**',
    '!src/',
    '!src/**',
    '!tests/',
    '!tests/**',
    '!bench/',
    '!bench/**',
  ]),
  { files: ['**/*.{ts,tsx}'], languageOptions: { parser: tseslint.parser } },
  {
    files: ['contract/**/*.ts', 'server/**/*.ts', 'src/**/*.{ts,tsx}'],
    plugins: { language: plainWords },
    rules: { 'language/plain-words': 'error' },
  },
  {
    files: ['{contract,server,src,bench,tests}/**/*.{ts,tsx}'],
    plugins: { names: plainNames },
    rules: { 'names/plain-names': 'error' },
  },
  {
    files: ['server/**/*.ts'],
    // It implements transactions and sets up sessions, so it contains the SQL that the others must not send.
    ignores: ['server/db/**'],
    rules: { 'no-restricted-syntax': ['error', ...rawSql, ...validatorWords] },
  },
  {
    files: ['src/{kit/list,features,resources}/**/*.{ts,tsx}'],
    // Their tables are small and belong to a file that is imported, not to a list of records.
    ignores: ['src/resources/import/ColumnMap.tsx', 'src/resources/routes/{SourceChoice,ImportReport}.tsx'],
    rules: { 'no-restricted-syntax': ['error', ...ownTables] },
  },
  { files: ['server/domain/**/*.ts'], rules: { 'no-restricted-syntax': ['error', ...rawSql, ...impure] } },
  { files: ['tests/**/*.{ts,tsx}', 'bench/**/*.ts'], rules: { 'no-restricted-syntax': ['error', ...flakyTests] } },
  {
    files: ['tests/**/*.{ts,tsx}'],
    plugins: { wayline: testTime },
    rules: { 'wayline/no-elapsed-time': 'error', 'wayline/no-short-limit': 'error', 'wayline/no-sleep': 'error' },
  },
  REAL_TIME.map(({ file, rule }) => ({ files: [file], rules: { [`wayline/${rule}`]: 'off' } })),
)
