import { readFileSync, statSync } from 'node:fs'
import { CONSOLE_MANIFEST } from './scripts/lib/build.mjs'
import { firstLoad, ownScripts } from './scripts/lib/first-load.mjs'

const manifest = JSON.parse(readFileSync(CONSOLE_MANIFEST, 'utf8'))
/** @param {string} file */
const built = (file) => `dist/console/${file}`
/** @param {string[]} entries */
const scripts = (...entries) => firstLoad(manifest, entries).map(built)

const SIGN_IN = ['index.html']
/** @param {RegExp} pattern of files in the build, by the names that vite.config.ts or their sources gave them */
function named(pattern) {
  const found = Object.keys(manifest).filter((key) => pattern.test(key))
  if (found.length === 0)
    throw new Error(`Nothing like ${pattern} is in the build. Mend the budgets in .size-limit.mjs.`)
  return found
}
// Each by itself: a piece that got another name must not go unmeasured.
const FIRST_LIST = [...SIGN_IN, ...[/^_base-/, /^_frame-/, /^_list-|kit\/List\.tsx/].flatMap(named)]
const atFirstList = new Set(scripts(...FIRST_LIST))
/** @param {RegExp} page by the name of its piece */
const beyondFirstList = (page) => scripts(...FIRST_LIST, ...named(page)).filter((file) => !atFirstList.has(file))

/** @param {string[]} files */
const bytes = (files) => files.reduce((sum, file) => sum + statSync(built(file)).size, 0)
const own = [...ownScripts(manifest, firstLoad(manifest, FIRST_LIST))].sort(([, a], [, b]) => bytes(b) - bytes(a))
if (!own[0])
  throw new Error('No screen of the build is fetched when it is opened. Mend the budgets in .size-limit.mjs.')
const [largest, itsOwn] = own[0]

/** Brotli, as the server hands them out. */
export default [
  {
    name: 'Scripts until a sign-in page is usable, of staff or of partners',
    path: scripts(...SIGN_IN),
    limit: '95 kB',
  },
  { name: 'Scripts until the first row of a list', path: scripts(...FIRST_LIST), limit: '380 kB' },
  {
    name: 'Scripts beyond the first list until a reservation can be made',
    path: beyondFirstList(/ReservationCreate/),
    limit: '60 kB',
  },
  {
    name: 'Scripts beyond the first list until the largest form can be filled in',
    path: beyondFirstList(/RuleEdit|entities.pricing-rule/),
    limit: '80 kB',
  },
  {
    name: `Scripts that a screen has beyond what other screens share, at most: ${largest}`,
    path: itsOwn.map(built),
    limit: '40 kB',
  },
]
