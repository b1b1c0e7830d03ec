import { expect, test } from 'vitest'
import { firstLoad, ownScripts } from '../../../scripts/lib/first-load.mjs'

const manifest = {
  'index.html': { file: 'assets/index.js', imports: ['_react.js', '_ui.js'], dynamicImports: ['src/Chart.tsx'] },
  'src/Chart.tsx': { file: 'assets/Chart.js', imports: ['_react.js', 'index.html'] },
  '_react.js': { file: 'assets/react.js' },
  '_ui.js': { file: 'assets/ui.js', imports: ['_react.js'] },
}

test('returns the chunks that an entry imports, each once, without the lazy ones', () => {
  expect(firstLoad(manifest, ['index.html'])).toEqual(['assets/index.js', 'assets/react.js', 'assets/ui.js'])
})

test('adds up several entries', () => {
  expect(firstLoad(manifest, ['src/Chart.tsx', '_react.js'])).toHaveLength(4)
})

test('refuses an entry that the build does not have', () => {
  expect(() => firstLoad(manifest, ['src/Gone.tsx'])).toThrow('src/Gone.tsx is not in the build')
})

test('returns what a screen loads that no other resource folder uses', () => {
  const screens = {
    ...manifest,
    'src/resources/fares/FareEdit.tsx': { file: 'edit.js', imports: ['_fares.js', '_forms.js'], isDynamicEntry: true },
    'src/resources/fares/table/FareTable.tsx': { file: 'table.js', imports: ['_fares.js'], isDynamicEntry: true },
    'src/resources/routes/RouteEdit.tsx': { file: 'route.js', imports: ['_forms.js', '_ui.js'], isDynamicEntry: true },
    '_fares.js': { file: 'fares.js' },
    '_forms.js': { file: 'forms.js' },
  }
  expect(Object.fromEntries(ownScripts(screens, ['assets/ui.js', 'assets/react.js']))).toEqual({
    'src/resources/fares/FareEdit.tsx': ['edit.js', 'fares.js'],
    'src/resources/fares/table/FareTable.tsx': ['fares.js', 'table.js'],
    'src/resources/routes/RouteEdit.tsx': ['route.js'],
  })
})
