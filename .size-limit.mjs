import { readFileSync } from 'node:fs'
import { CONSOLE_MANIFEST } from './scripts/lib/build.mjs'
import { firstLoad } from './scripts/lib/first-load.mjs'

const manifest = JSON.parse(readFileSync(CONSOLE_MANIFEST, 'utf8'))
/** @param {string[]} entries */
const scripts = (...entries) => firstLoad(manifest, entries).map((file) => `dist/console/${file}`)

const SIGN_IN = ['index.html']
/** The console's shared files, which vite.config.ts names, and what a list has beside them. */
const FIRST_LIST = [...SIGN_IN, ...Object.keys(manifest).filter((key) => /^_(base|frame)-|GeneratedList/.test(key))]

/** Brotli, as the server hands them out. */
export default [
  {
    name: 'Scripts until a sign-in page is usable, of staff or of partners',
    path: scripts(...SIGN_IN),
    limit: '40 kB',
  },
  { name: 'Scripts until the first row of a list', path: scripts(...FIRST_LIST), limit: '325 kB' },
  {
    name: 'Scripts until a reservation can be made',
    path: scripts(...FIRST_LIST, 'src/resources/reservations/ReservationCreate.tsx'),
    limit: '400 kB',
  },
]
