/**
 * @typedef {import('eslint').Rule.RuleModule} RuleModule
 * @typedef {import('eslint').Rule.RuleContext} RuleContext
 * @typedef {import('eslint').Rule.Node} RuleNode
 * @typedef {Parameters<import('eslint').SourceCode['getScope']>[0]} Node
 * @typedef {Extract<Node, { type: 'CallExpression' }>} CallExpression
 */

/** A shorter limit may fail a test only because the machine is busy. */
const SHORTEST_LIMIT_MS = 30_000

const LIMIT_NAME = /^(timeout|(test|hook|teardown|action|navigation|asyncUtil)Timeout)$/
/** Index of the argument that is a time limit. */
const LIMIT_PLACES = new Map([
  ['test', 2],
  ['it', 2],
  ['describe', 2],
  ['beforeAll', 1],
  ['beforeEach', 1],
  ['afterAll', 1],
  ['afterEach', 1],
  ['onTestFinished', 1],
  ['vi.waitFor', 1],
  ['vi.waitUntil', 1],
  ['test.setTimeout', 0],
  ['page.setDefaultTimeout', 0],
  ['page.setDefaultNavigationTimeout', 0],
  ['AbortSignal.timeout', 0],
])
const COMPARING_MATCHER = /^to(BeLessThan|BeGreaterThan|BeCloseTo)/

/** @type {RuleModule} */
const noElapsedTime = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      elapsed:
        'Assert by structure (turns, queries, draws, an injected clock): elapsed time depends on what else the machine does. bench/ measures speed.',
    },
  },
  create: (context) => ({
    BinaryExpression(node) {
      const clocks = [node.left, node.right].filter((side) => isClockReading(side, context))
      const isComparison = /^[<>]=?$/.test(node.operator) && isAsserted(node)
      if (clocks.length === 2 ? node.operator === '-' || isComparison : clocks.length === 1 && isComparison)
        context.report({ node, messageId: 'elapsed' })
    },
    CallExpression(node) {
      const { callee } = node
      if (callee.type !== 'MemberExpression' || !COMPARING_MATCHER.test(nameOf(callee.property))) return
      const compared = [...(expectCallOf(callee.object)?.arguments ?? []), ...node.arguments]
      if (compared.some((value) => isClockReading(value, context))) context.report({ node, messageId: 'elapsed' })
    },
  }),
}

/** @type {RuleModule} */
const noShortLimit = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      short: 'Take a limit of tests/support/timeouts.ts: one under 30 s ends tests that only run on a busy machine.',
      none: 'Give a limit of tests/support/timeouts.ts, or use expect.poll: without one this waits for one second.',
    },
  },
  create(context) {
    /** @param {Node | undefined} value */
    const check = (value) => {
      const limitMs = value && numberOf(value, context)
      if (value && limitMs !== undefined && limitMs < SHORTEST_LIMIT_MS)
        context.report({ node: value, messageId: 'short' })
    }
    return {
      Property(node) {
        if (LIMIT_NAME.test(nameOf(node.key))) check(node.value)
      },
      CallExpression(node) {
        const name = calledName(node)
        if (/^vi\.wait(For|Until)$/.test(name) && node.arguments.length < 2) context.report({ node, messageId: 'none' })
        const place = LIMIT_PLACES.get(name)
        if (place !== undefined) check(node.arguments[place])
      },
    }
  },
}

/** @type {RuleModule} */
const noSleep = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      sleep: 'Wait for the thing itself (expect.poll, an event, a fake clock): a fixed time is too long or too short.',
    },
  },
  create: (context) => ({
    ImportDeclaration(node) {
      if (!/^(node:)?timers\/promises$/.test(String(node.source.value))) return
      const isSleep = node.specifiers.some(
        (one) => one.type !== 'ImportSpecifier' || nameOf(one.imported) !== 'setImmediate',
      )
      if (isSleep) context.report({ node, messageId: 'sleep' })
    },
    CallExpression(node) {
      const name = calledName(node)
      const [work, waitMs] = node.arguments
      const isTimer = /^((window|globalThis)\.)?setTimeout$/.test(name)
      const isOneTurn = waitMs === undefined || numberOf(waitMs, context) === 0
      const endsWait = isTimer && !isOneTurn && work !== undefined && resolvesPromise(node, work, context)
      if (endsWait || /^(sleep|delay|Atomics\.wait)$/.test(name)) context.report({ node, messageId: 'sleep' })
    },
  }),
}

/** Rules for tests, which must pass on machines of any speed. */
export const testTime = {
  rules: { 'no-elapsed-time': noElapsedTime, 'no-short-limit': noShortLimit, 'no-sleep': noSleep },
}

/**
 * @param {{ type: string }} node
 * @returns {string} the name of an identifier or a quoted key
 */
function nameOf(node) {
  if ('name' in node) return String(node.name)
  return 'value' in node ? String(node.value) : ''
}

/**
 * @param {CallExpression} call
 * @returns {string} `vi.waitFor` for `vi.waitFor()`, `test` for `test.skip.each(…)()`
 */
function calledName({ callee }) {
  if (callee.type === 'Identifier') return callee.name
  if (callee.type !== 'MemberExpression') return rootOf(callee)
  const name = nameOf(callee.property)
  if (/^(skip|fails|concurrent|sequential)$/.test(name)) return rootOf(callee)
  return callee.object.type === 'Identifier' ? `${callee.object.name}.${name}` : ''
}

/**
 * @param {Node} node
 * @returns {string} the name that a chain of members and calls begins with
 */
function rootOf(node) {
  if (node.type === 'Identifier') return node.name
  if (node.type === 'MemberExpression') return rootOf(node.object)
  if (node.type === 'CallExpression') return rootOf(node.callee)
  return node.type === 'TaggedTemplateExpression' ? rootOf(node.tag) : ''
}

/**
 * @param {Node} node
 * @returns {CallExpression | undefined} `expect(value)` for `expect(value).not`
 */
function expectCallOf(node) {
  if (node.type === 'MemberExpression') return expectCallOf(node.object)
  return node.type === 'CallExpression' && rootOf(node.callee) === 'expect' ? node : undefined
}

/** @param {RuleNode} node */
const isAsserted = ({ parent }) => parent?.type === 'CallExpression' && rootOf(parent.callee) === 'expect'

/**
 * Returns whether a value is a reading of this machine's clock, or a sum or difference with one.
 * @param {Node} node
 * @param {RuleContext} context
 * @param {Set<unknown>} [seen] variables
 * @returns {boolean}
 */
function isClockReading(node, context, seen = new Set()) {
  const isReading = (/** @type {Node} */ part) => isClockReading(part, context, seen)
  if (node.type === 'CallExpression') {
    if (/^((performance|Date)\.now|process\.hrtime)$/.test(calledName(node))) return true
    if (node.callee.type !== 'MemberExpression') return false
    if (context.sourceCode.getText(node.callee) === 'process.hrtime.bigint') return true
    return nameOf(node.callee.property) === 'getTime' && isReading(node.callee.object)
  }
  if (node.type === 'NewExpression') return nameOf(node.callee) === 'Date' && node.arguments.length === 0
  if (node.type === 'UnaryExpression') return node.operator === '+' && isReading(node.argument)
  if (node.type === 'BinaryExpression')
    return /^[-+]$/.test(node.operator) && [node.left, node.right].filter(isReading).length === 1
  const variable = variableOf(node, context)
  if (!variable || seen.has(variable)) return false
  seen.add(variable)
  return variable.references.some(({ writeExpr }) => writeExpr && isReading(writeExpr))
}

/**
 * @param {Node} node
 * @param {RuleContext} context
 * @returns {number | undefined} undefined if the file does not define it
 */
function numberOf(node, context) {
  if (node.type === 'Literal') return typeof node.value === 'number' ? node.value : undefined
  if (node.type === 'BinaryExpression') {
    const [left, right] = [node.left, node.right].map((side) => numberOf(side, context))
    if (left === undefined || right === undefined) return undefined
    if (node.operator === '*') return left * right
    if (node.operator === '/') return left / right
    return node.operator === '+' ? left + right : undefined
  }
  const written = variableOf(node, context)?.references.flatMap(({ writeExpr }) => writeExpr ?? []) ?? []
  return written.length === 1 && written[0] && written[0] !== node ? numberOf(written[0], context) : undefined
}

/**
 * @param {Node} node
 * @param {RuleContext} context
 */
function variableOf(node, context) {
  if (node.type !== 'Identifier') return undefined
  let scope = context.sourceCode.getScope(node)
  while (!scope.set.has(node.name) && scope.upper) scope = scope.upper
  return scope.set.get(node.name)
}

/**
 * Returns whether a timer resolves the promise around it.
 * @param {RuleNode} timer
 * @param {Node} work callback of the timer
 * @param {RuleContext} context
 */
function resolvesPromise(timer, work, context) {
  const promise = context.sourceCode
    .getAncestors(timer)
    .findLast((node) => node.type === 'NewExpression' && nameOf(node.callee) === 'Promise')
  const executor = promise?.type === 'NewExpression' ? promise.arguments[0] : undefined
  if (executor?.type !== 'ArrowFunctionExpression' && executor?.type !== 'FunctionExpression') return false
  const resolve = executor.params[0] && nameOf(executor.params[0])
  return resolve !== undefined && new RegExp(`\\b${resolve}\\b`).test(context.sourceCode.getText(work))
}
