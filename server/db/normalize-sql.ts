const IDENTIFIER_PART = '[\\w$\\u0080-\\uffff]'
/** SQL continues a literal in the next one when only blanks with a line break stand between them. */
const CONTINUED = String.raw`(?:[ \t\f\v]*(?:--[^\n\r]*)?[\n\r])+[ \t\f\v]*`
const ESCAPE_BODY = String.raw`'[^'\\]*(?:(?:\\[^]|'')[^'\\]*)*'`

/** Tokens of PostgreSQL, as far as they decide where a comment can begin. The first matching alternative counts. */
const TOKEN = new RegExp(
  [
    String.raw`"[^"]*(?:""[^"]*)*"`,
    `[eE]${ESCAPE_BODY}(?:${CONTINUED}${ESCAPE_BODY})*`,
    String.raw`'[^']*(?:''[^']*)*'`,
    String.raw`(\$(?:[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$)[^]*?\1`,
    `${IDENTIFIER_PART}+`,
    '[^]',
  ].join('|'),
  'y',
)
const BLANKS = /(?:[ \t\n\r\f\v]|--[^\n\r]*)+/y
const BLOCK_COMMENT_EDGE = /\/\*|\*\//g
/** Tokens that need no blank next to them. */
const SEPARATORS: ReadonlySet<string> = new Set(['(', ')', ',', ';'])

/**
 * Returns a script without comments, and with one blank where tokens need one. Literals, quoted identifiers and
 * dollar-quoted bodies stay as they are. Two scripts with the same result do the same.
 */
export function normalizeSql(script: string): string {
  let normalized = ''
  let previous = ''
  let at = 0
  while (at < script.length) {
    const start = endOfBlanks(script, at)
    TOKEN.lastIndex = start
    const token = TOKEN.exec(script)?.[0]
    if (token === undefined) break
    const isSeparated = start > at && previous !== '' && !SEPARATORS.has(previous) && !SEPARATORS.has(token)
    normalized += isSeparated ? ` ${token}` : token
    previous = token
    at = start + token.length
  }
  return normalized
}

function endOfBlanks(script: string, start: number): number {
  let at = start
  for (;;) {
    BLANKS.lastIndex = at
    at += BLANKS.exec(script)?.[0].length ?? 0
    if (!script.startsWith('/*', at)) return at
    at = endOfBlockComment(script, at)
  }
}

/** Block comments nest in PostgreSQL. */
function endOfBlockComment(script: string, start: number): number {
  BLOCK_COMMENT_EDGE.lastIndex = start
  let depth = 0
  do {
    const edge = BLOCK_COMMENT_EDGE.exec(script)?.[0]
    if (edge === undefined) return script.length
    depth += edge === '/*' ? 1 : -1
  } while (depth > 0)
  return BLOCK_COMMENT_EDGE.lastIndex
}
