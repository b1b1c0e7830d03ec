import { expect, test } from 'vitest'
import { firstLoad } from '../../../scripts/lib/first-load.mjs'

const manifest = {
  'index.html': { file: 'assets/index.js', imports: ['_react.js', '_ui.js'], dynamicImports: ['src/Chart.tsx'] },
  'src/Chart.tsx': { file: 'assets/Chart.js', imports: ['_react.js', 'index.html'] },
  '_react.js': { file: 'assets/react.js' },
  '_ui.js': { file: 'assets/ui.js', imports: ['_react.js'] },
}

test('takes the chunks that an entry imports, each once, and leaves the lazy ones', () => {
  expect(firstLoad(manifest, ['index.html'])).toEqual(['assets/index.js', 'assets/react.js', 'assets/ui.js'])
})

test('adds up several entries', () => {
  expect(firstLoad(manifest, ['src/Chart.tsx', '_react.js'])).toHaveLength(4)
})

test('refuses an entry that the build does not have', () => {
  expect(() => firstLoad(manifest, ['src/Gone.tsx'])).toThrow('src/Gone.tsx is not in the build')
})
