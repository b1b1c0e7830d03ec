/** Parts of identifiers that stand for a term of the trade. Snake-case names are those of stored or published fields. */
const DENIED = /told|wished|rehears|kept(?!Until)/i
const STORED = /^[a-z0-9]+(_[a-z0-9]+)+$/

const DENIED_NAMES = new Set([
  'noWay',
  'statusWays',
  'startsOf',
  'createKeyCabinet',
  'createPeopleDesk',
  'createViewDesk',
  'createInvitationDesk',
  'createStage',
  'unheard',
  'isMeant',
  'Leave',
])

/** Stored keys of jobs and queued events, which other versions read and write. */
const STORED_KEYS = new Set(['kept', 'isUntold'])

/** @param {string} name */
const isDenied = (name) => DENIED_NAMES.has(name) || (DENIED.test(name) && !STORED.test(name))

/**
 * Whether an identifier is the key of a property rather than a name of its own.
 * @param {{ range?: unknown, parent?: unknown }} node
 */
function isKey({ range, parent }) {
  const { shorthand, computed, key, property } = /** @type {Parent} */ (parent ?? {})
  return !shorthand && !computed && (key ?? property)?.range === range
}

/** @typedef {{ shorthand?: boolean, computed?: boolean, key?: { range?: unknown }, property?: { range?: unknown } }} Parent */

/** @type {import('eslint').Rule.RuleModule} */
const plainIdentifiers = {
  meta: {
    type: 'suggestion',
    schema: [],
    messages: { denied: 'Rename "{{name}}": docs/glossary.md has the terms.' },
  },
  create: (context) => ({
    Identifier(node) {
      if (!isDenied(node.name) || (STORED_KEYS.has(node.name) && isKey(node))) return
      context.report({ node, messageId: 'denied', data: { name: node.name } })
    },
  }),
}

export const plainNames = { rules: { 'plain-names': plainIdentifiers } }
