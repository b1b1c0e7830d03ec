import { readFileSync } from 'node:fs'
import { CONSOLE_MANIFEST } from './scripts/lib/build.mjs'
import { firstLoad } from './scripts/lib/first-load.mjs'

const manifest = JSON.parse(readFileSync(CONSOLE_MANIFEST, 'utf8'))
/** @param {string[]} entries */
const scripts = (...entries) => firstLoad(manifest, entries).map((file) => `dist/console/${file}`)

const SIGN_IN = ['index.html']
const FIRST_LIST = [...SIGN_IN, 'src/main.tsx', 'src/StaffConsole.tsx', 'src/resources/builder/GeneratedList.tsx']

/** Brotli, as the server hands them out. */
export default [
  {
    name: 'Scripts until a sign-in page is usable, of staff or of partners',
    path: scripts(...SIGN_IN),
    limit: '40 kB',
  },
  { name: 'Scripts until the first row of a list', path: scripts(...FIRST_LIST), limit: '315 kB' },
  {
    name: 'Scripts until a reservation can be made',
    path: scripts(...FIRST_LIST, 'src/resources/reservations/ReservationCreate.tsx'),
    limit: '395 kB',
  },
]
