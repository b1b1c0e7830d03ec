import { resolve } from 'node:path'
import { build, type Plugin } from 'vite'
import { expect, test } from 'vitest'
import { withoutDefaults } from '../../../scripts/lib/unused-defaults.mjs'

/** The modules of react-admin that import what the console replaces. */
const IMPORTERS = ['react-admin/dist/defaultI18nProvider.js', 'ra-core/dist/export/defaultExporter.js']
const UNUSED = /node_modules\/(ra-i18n-polyglot|node-polyglot|ra-language-english|jsonexport)\//

/** Returns the bundled files of the packages that the console replaces. */
async function bundled(plugins: Plugin[]): Promise<string[]> {
  const found: string[] = []
  const record: Plugin = {
    name: 'record',
    generateBundle(_, files) {
      for (const file of Object.values(files))
        if (file.type === 'chunk') found.push(...file.moduleIds.filter((id) => UNUSED.test(id)))
    },
  }
  await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [...plugins, record],
    build: {
      write: false,
      minify: false,
      rolldownOptions: {
        input: IMPORTERS.map((path) => resolve('node_modules', path)),
        preserveEntrySignatures: 'strict',
        treeshake: false,
      },
    },
  })
  return found
}

test('the build leaves out the packages of the defaults that react-admin imports', async () => {
  expect(await bundled([])).not.toEqual([])
  expect(await bundled([withoutDefaults()])).toEqual([])
})
