import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { threadId } from 'node:worker_threads'
import { digest } from './freshness.mjs'

const PROJECT = fileURLToPath(new URL('../../', import.meta.url))
/** Inside node_modules, so that the packages of the project are found from here. */
const FOLDER = join(PROJECT, 'node_modules/.cache/wayline/sources')

/**
 * The bundle of a module.
 * @typedef {{ sources: string[], digest: string, file: string }} Bundle
 */

/**
 * Loads a TypeScript module as one bundle without its packages, which is kept until one of its sources changes: bundling or
 * transforming the sources for each of the many threads of a test run costs a second of processor time each.
 * @param {string} path relative to `base`
 * @param {string} base URL of the calling module
 * @returns {Promise<any>} what the module exports
 */
export async function importSource(path, base) {
  const source = fileURLToPath(new URL(path, base))
  const { file } = upToDate(source) ?? (await bundle(source))
  return import(pathToFileURL(file).href)
}

/** @param {string} source */
const recordOf = (source) => join(FOLDER, `${basename(source)}.json`)

/**
 * @param {string} source
 * @returns {Bundle | null} null if there is none of the current sources
 */
function upToDate(source) {
  if (!existsSync(recordOf(source))) return null
  /** @type {Bundle} */
  const found = JSON.parse(readFileSync(recordOf(source), 'utf8'))
  // Copies of the project may share the folder of packages.
  const isOwn = found.sources.includes(source) && existsSync(found.file)
  return isOwn && digest(found.sources) === found.digest ? found : null
}

/**
 * @param {string} source
 * @returns {Promise<Bundle>}
 */
async function bundle(source) {
  const { buildSync } = await import('esbuild')
  const { outputFiles, metafile } = buildSync({
    absWorkingDir: PROJECT,
    entryPoints: [source],
    bundle: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    target: 'node20',
    sourcemap: 'inline',
    sourcesContent: false,
    write: false,
    metafile: true,
    outdir: FOLDER,
  })
  const code = outputFiles[0]?.contents ?? new Uint8Array()
  const sources = ['package-lock.json', 'scripts/lib/import-source.mjs', ...Object.keys(metafile.inputs)].map((name) =>
    join(PROJECT, name),
  )
  const file = join(FOLDER, `${createHash('sha256').update(code).digest('hex')}.mjs`)
  const made = { sources, digest: digest(sources), file }
  mkdirSync(FOLDER, { recursive: true })
  writeWhole(file, code)
  writeWhole(recordOf(source), JSON.stringify(made))
  return made
}

/**
 * Other processes and threads find the whole file or none.
 * @param {string} file
 * @param {string | Uint8Array} content
 */
function writeWhole(file, content) {
  const draft = `${file}.${process.pid}.${threadId}`
  writeFileSync(draft, content)
  renameSync(draft, file)
}
