import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join, parse } from 'node:path'
import { lockBuild } from './build-lock.mjs'
import { run } from './child.mjs'
import { digest, isFresh, stamp } from './freshness.mjs'
import { print } from './print.mjs'

/** @typedef {'server' | 'console'} Target */

const SHARED_SOURCES = [
  'contract',
  'package-lock.json',
  'tsconfig.base.json',
  'scripts/lib/build.mjs',
  'scripts/lib/signin-words.mjs',
]

/** @type {Record<Target, { sources: string[], output: string, announcement: string | null, build: (folder: string) => Promise<void> }>} */
const TARGETS = {
  server: {
    sources: ['server', 'locales', ...SHARED_SOURCES],
    output: 'dist/server',
    announcement: null,
    build: bundleServer,
  },
  console: {
    sources: [
      'src',
      'locales',
      'public',
      'index.html',
      'vite.config.ts',
      'scripts/lib/unused-defaults.mjs',
      'tsconfig.json',
      '.env',
      ...SHARED_SOURCES,
    ],
    output: 'dist/console',
    announcement: 'Building the console (once, about 10 s)…',
    build: bundleConsole,
  },
}

/** Vite's list of chunks and their imports, for the size budget; outside the console's folder, so that it is not served. */
export const CONSOLE_MANIFEST = 'dist/console-manifest.json'

/**
 * Builds what is missing or older than its sources, in a separate process so that this one stays small.
 * @param {readonly Target[]} targets
 * @returns {Promise<number>} exit code, 0 when everything is built
 */
export async function ensureBuilt(targets) {
  const stale = targets.filter((target) => !isUpToDate(target))
  if (stale.length === 0) return 0
  for (const target of stale) {
    const { announcement } = TARGETS[target]
    if (announcement) print(announcement)
  }
  return run(process.execPath, ['scripts/build.mjs', '--if-stale', ...stale])
}

/** @param {Target} target */
function isUpToDate(target) {
  const { sources, output } = TARGETS[target]
  return existsSync(output) && isFresh(stampOf(target), digest(sources))
}

/**
 * Builds as soon as no other process builds.
 * @param {Target} target
 * @param {{ ifStale?: boolean }} [options] ifStale: skip the build if another process has already finished it
 */
export async function build(target, { ifStale = false } = {}) {
  const unlock = await lockBuild('dist/.lock')
  try {
    if (!ifStale || !isUpToDate(target)) await replaceOutput(target)
  } finally {
    unlock()
  }
}

/**
 * Builds into a new folder and then replaces the old output, so that an interrupted build leaves the old one working.
 * @param {Target} target
 */
async function replaceOutput(target) {
  const { sources, output, build: fill } = TARGETS[target]
  const before = digest(sources)
  const fresh = `${output}.${process.pid}.new`
  const old = `${output}.${process.pid}.old`
  mkdirSync(fresh, { recursive: true })
  try {
    await fill(fresh)
    if (existsSync(output)) renameSync(output, old)
    renameSync(fresh, output)
    stamp(stampOf(target), before)
  } finally {
    rmSync(fresh, { recursive: true, force: true })
    rmSync(old, { recursive: true, force: true })
  }
}

/** @param {Target} target */
const stampOf = (target) => `dist/.${target}-stamp`

/** Packages that load files or threads from their own folder, and pg-native, an optional dependency that pg probes for. */
const READ_THEIR_FOLDER = [
  '@electric-sql/pglite',
  '@node-rs/argon2',
  'fs-native-extensions',
  'pino',
  'pg-native',
  'pdfkit',
  'fontkit',
  'piscina',
  'subset-font',
  'harfbuzzjs',
  '@fastify/swagger-ui',
]

/** Provides `require` to CommonJS packages, which an ES module bundle lacks. */
const REQUIRE =
  "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);"

/** @param {string} folder */
async function bundleServer(folder) {
  const { build } = await import('esbuild')
  const commands = existsSync('server/cli') ? readdirSync('server/cli').filter((file) => file.endsWith('.ts')) : []
  await build({
    entryPoints: [
      { in: 'server/main.ts', out: 'main' },
      { in: 'server/db/pglite-worker.ts', out: 'pglite-worker' },
      { in: 'server/features/tasks/import/xlsx-worker.ts', out: 'xlsx-worker' },
      { in: 'server/documents/pdf-worker.ts', out: 'pdf-worker' },
      ...commands.map((file) => ({ in: `server/cli/${file}`, out: `cli/${parse(file).name}` })),
    ],
    outdir: folder,
    bundle: true,
    // Shared modules land in chunks at the top level, next to the migrations and the worker that they load.
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    // A few files open faster than the thousand that packages consist of, which saves a second per start.
    banner: { js: REQUIRE },
    external: READ_THEIR_FOLDER,
    sourcemap: true,
    sourcesContent: false,
    logLevel: 'warning',
  })
  cpSync('server/db/migrations', join(folder, 'migrations'), { recursive: true })
}

/** @param {string} folder */
async function bundleConsole(folder) {
  const { build } = await import('vite')
  await build({ logLevel: 'warn', build: { outDir: folder, emptyOutDir: true, manifest: true } })
  mkdirSync(dirname(CONSOLE_MANIFEST), { recursive: true })
  renameSync(join(folder, '.vite/manifest.json'), CONSOLE_MANIFEST)
  rmSync(join(folder, '.vite'), { recursive: true })
}
