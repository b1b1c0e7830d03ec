// npm run resources: writes the lists of resources from the metadata of each entity in the contract.
import { readdirSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { tsImport } from 'tsx/esm/api'
import { capture } from './lib/child.mjs'
import { print } from './lib/print.mjs'

const FOLDER = 'contract/entities'
const NAMES = 'contract/core/resources.ts'
const INDEX = `${FOLDER}/index.ts`
const HEAD = '// Written by `npm run resources` from what the entities say of themselves.\n'

/** @typedef {{ file: string, variable: string, resource: string, menu?: { group: string, place: number } }} Found */

const files = readdirSync(FOLDER)
  .filter((name) => name !== 'index.ts')
  .map((name) => name.replace(/\.ts$/, ''))
  .toSorted()

/** @type {Found[]} */
const entities = []
for (const file of files) {
  const module = await tsImport(pathToFileURL(resolve(FOLDER, `${file}.ts`)).href, import.meta.url)
  for (const [variable, value] of Object.entries(module))
    if (value?.resource && value.writable) entities.push({ file, variable, resource: value.resource, menu: value.menu })
}
const byName = entities.toSorted((a, b) => (a.resource < b.resource ? -1 : 1))
const ofGroup = (/** @type {string} */ group) =>
  byName.filter(({ menu }) => menu?.group === group).toSorted((a, b) => (a.menu?.place ?? 0) - (b.menu?.place ?? 0))
const inMenu = ['transport', 'pricing', 'administration'].map((group) => ({ group, entries: ofGroup(group) }))
const parts = byName.filter(({ menu }) => !menu)
const names = (/** @type {Found[]} */ some) => `[${some.map(({ resource }) => `'${resource}'`).join(', ')}]`

writeFileSync(
  NAMES,
  `${HEAD}
/** The resources of the console, in the groups and the order of its menu. */
export const MENU = {
${inMenu.map(({ group, entries }) => `${group}: ${names(entries)},`).join('\n')}
} as const

/** Resources that live inside a record of another: lists of their own over HTTP, tabs and dialogs in the console. */
export const PART_RESOURCES = ${names(parts)} as const
`,
)
writeFileSync(
  INDEX,
  `${HEAD}import type { AnyEntity } from '../core/entity'
import type { Resource } from '../core/vocabulary'
${entities.map(({ file, variable }) => `import { ${variable} } from './${file}'`).join('\n')}

const BY_RESOURCE = {
${[...inMenu.flatMap(({ entries }) => entries), ...parts].map(({ resource, variable }) => (resource === variable ? `${variable},` : `'${resource}': ${variable},`)).join('\n')}
}

/** The entity of each resource, with its fields by name. */
export type Entities = typeof BY_RESOURCE

/** Every resource by its name. */
export const ENTITIES: Readonly<Record<Resource, AnyEntity>> = BY_RESOURCE

${files.map((file) => `export * from './${file}'`).join('\n')}
`,
)
const { code, output } = await capture(process.execPath, ['node_modules/oxfmt/bin/oxfmt', NAMES, INDEX])
if (code !== 0) throw new Error(output)
print(`${entities.length} resources: ${NAMES}, ${INDEX}`)
