import { readFileSync } from 'node:fs'
import { CONSOLE_MANIFEST } from './scripts/lib/build.mjs'
import { firstLoad } from './scripts/lib/first-load.mjs'

const manifest = JSON.parse(readFileSync(CONSOLE_MANIFEST, 'utf8'))
/** @param {string[]} entries */
const scripts = (...entries) => firstLoad(manifest, entries).map((file) => `dist/console/${file}`)

/** Brotli, as the server hands them out. */
export default [
  {
    name: 'Staff console, scripts before its first screen',
    path: scripts('index.html', 'src/StaffConsole.tsx'),
    limit: '320 kB',
  },
]
