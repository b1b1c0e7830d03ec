import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { normalizeSql } from '../../../../server/db/normalize-sql'

describe('normalizeSql', () => {
  it.each([
    ['line comments', 'select 1 -- one\n, 2', 'select 1,2'],
    ['a line comment at the end of the script', 'select 1; -- done', 'select 1;'],
    ['a line comment that ends with a carriage return', 'select 1 -- one\r\n+ 2', 'select 1 + 2'],
    ['block comments', 'select/* one */1', 'select 1'],
    ['nested block comments', 'select /* a /* b */ c */ 1', 'select 1'],
    ['quotes and dollars in comments', "select /* it's $$ */ 1 -- isn't $x$ \n, 'a'", "select 1,'a'"],
    ['a block comment that a line comment seems to close', 'select /* -- */ 1', 'select 1'],
    ['a block comment that a line comment seems to open', 'select 1 -- /*\n, 2', 'select 1,2'],
    ['an unfinished block comment', 'select 1 /* /* */', 'select 1'],
    ['a comment that ends an operator', 'select 1 +-- one\n2', 'select 1 + 2'],
    ['blanks at both ends', '\n\t select 1\f\v\n', 'select 1'],
    ['blanks beside parentheses, commas and semicolons', 'f ( a , b ) ;\n\ng (c)', 'f(a,b);g(c)'],
  ])('removes %s', (_, script, normalized) => {
    expect(normalizeSql(script)).toBe(normalized)
  })

  it.each([
    ['a literal', "'a  -- b /* c */ \n d'"],
    ['a literal with a doubled quote', "'it''s  -- a'"],
    ['a literal that ends with a backslash', "'a\\'"],
    ['an escape literal with an escaped quote', "E'it\\'s  -- a'"],
    ['an escape literal that goes on in the next line', "e'a\\''\n  '\\'  -- b'"],
    ['a quoted identifier', '"a  -- b"" /* c"'],
    ['a dollar-quoted body', "$$ a  -- b\n /* $ $x$ ' $$"],
    ['a body quoted with a tag', '$body$ a  -- b $$ $bod$ $body$'],
    ['a parameter', '$1'],
  ])('keeps %s', (_, token) => {
    expect(normalizeSql(`select ${token} -- end`)).toBe(`select ${token}`)
  })

  it('reads a quote after the name of a type as a literal without escapes', () => {
    expect(normalizeSql("select type'a\\' -- b'\n")).toBe("select type'a\\'")
  })

  it('reads a dollar sign within an identifier as a part of it', () => {
    expect(normalizeSql('select a$b$ -- c\n, d$b$')).toBe('select a$b$,d$b$')
  })

  it('keeps the blank that separates tokens', () => {
    expect(normalizeSql('a  b')).not.toBe(normalizeSql('ab'))
    expect(normalizeSql('1 - -1')).not.toBe(normalizeSql('1 --1'))
    expect(normalizeSql("E 'a'")).not.toBe(normalizeSql("E'a'"))
  })

  it('reads a comment with a quote between an escape literal and a comma as a comment', () => {
    expect(normalizeSql("select E'a' -- it's\n, 'b'")).toBe("select E'a','b'")
  })

  it('reads a literal of a million quotes', () => {
    const literal = `'${"''".repeat(500_000)}'`
    expect(normalizeSql(`select ${literal}`)).toBe(`select ${literal}`)
  })

  const blank = fc.oneof(
    fc.constantFrom(' ', '\n', '\t', '\r\n'),
    fc.stringMatching(/^[^\n\r]*$/).map((text) => `--${text}\n`),
    fc.constantFrom('/**/', '/* a */', '/* /* \' */ $$ " */', '/*--*/', '/* /*/ */ */'),
  )
  // The first blank is a space, because a minus right before a line comment belongs to the comment.
  const blanks = fc.array(blank, { maxLength: 4 }).map((parts) => ` ${parts.join('')}`)
  const token = fc.oneof(
    fc.stringMatching(/^[a-df-zé_][a-z0-9_$]{0,5}$/),
    fc.nat().map(String),
    fc.string().map((text) => `'${text.replaceAll("'", "''")}'`),
    fc.string().map((text) => `"${text.replaceAll('"', '""')}"`),
    fc.string().map((text) => `E'${text.replaceAll(/['\\]/g, (sign) => `\\${sign}`)}'`),
    fc.string().map((text) => `$q$${text.replaceAll('$', '')}$q$`),
    fc.constantFrom('(', ')', ',', ';', '+', '-', '*', '/', '::', '<=', '->>', '.', '$1'),
  )
  /** A literal after an escape literal continues it or is an error, depending on the blanks between them. */
  const isContinued = (word: string, place: number, words: readonly string[]) =>
    word.startsWith("'") && (words[place - 1] ?? '').startsWith('E')
  const tokens = fc.array(token, { maxLength: 12 }).filter((words) => !words.some(isContinued))
  const spread = (words: readonly string[], gaps: readonly string[]) =>
    words.map((word, place) => `${gaps[place % gaps.length] ?? ' '}${word}`).join('')
  const gaps = fc.array(blanks, { minLength: 1, maxLength: 5 })

  it('gives one result for all comments and blanks between the same tokens', () => {
    fc.assert(
      fc.property(tokens, gaps, gaps, blanks, (words, some, others, end) => {
        expect(normalizeSql(spread(words, some) + end)).toBe(normalizeSql(spread(words, others)))
      }),
    )
  })

  it('gives different results for different tokens', () => {
    fc.assert(
      fc.property(tokens, tokens, gaps, (some, others, between) => {
        fc.pre(some.join('\0') !== others.join('\0'))
        expect(normalizeSql(spread(some, between))).not.toBe(normalizeSql(spread(others, between)))
      }),
    )
  })

  it('leaves a normalized script as it is', () => {
    fc.assert(
      fc.property(tokens, gaps, (words, between) => {
        const normalized = normalizeSql(spread(words, between))
        expect(normalizeSql(normalized)).toBe(normalized)
      }),
    )
  })
})
