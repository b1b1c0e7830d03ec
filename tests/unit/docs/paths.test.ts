import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../../..')
const textOf = (document: string): string => readFileSync(join(ROOT, document), 'utf8')

/** The recipe names files of an example resource that do not exist. */
const RECIPE = 'adding-a-resource.md'

const DOCUMENTS = [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md') && file !== RECIPE)
    .map((file) => `docs/${file}`),
]

/** Quoted paths that begin with a folder of the project; `…` and `<noun>` are placeholders. */
const QUOTED_PATH = /[`"]((?:bench|contract|docs|locales|scripts|server|src|tests)\/[^`"…<> ]*)[`"]/g
const pathsIn = (text: string): string[] => [...text.matchAll(QUOTED_PATH)].map(([, path = '']) => path)

/** Returns the entries of the drawn tree, each with its parent folders. */
function drawnIn(tree: string): string[] {
  const above: string[] = []
  return tree.split('\n').flatMap((line) => {
    const [, indent = '', names = ''] = /^( *)([^\s,]+(?:, [^\s,]+)*)(?: +\S.*)?$/.exec(line) ?? []
    // A continuation line is indented further than any entry.
    if (names === '' || indent.length > above.length * 2) return []
    above.length = indent.length / 2
    const entries = names.split(', ').map((name) => [...above, name].join(''))
    if (names.endsWith('/')) above.push(names.split(', ').at(-1) ?? '')
    return entries
  })
}

const byNumber = (a: string, b: string): number => parseInt(a.slice(2), 10) - parseInt(b.slice(2), 10)

const missing = (paths: readonly string[]): string[] => paths.filter((path) => !existsSync(join(ROOT, path)))

test.each(DOCUMENTS)('%s names only existing files', (document) => {
  expect(missing(pathsIn(textOf(document)))).toEqual([])
})

test('docs/ARCHITECTURE.md shows the current tree', () => {
  const tree = /^```\n(contract\/ .*?)^```/ms.exec(textOf('docs/ARCHITECTURE.md'))?.[1] ?? ''
  const drawn = drawnIn(tree)
  expect(drawn).toContain('server/domain/timetable/')
  expect(missing(drawn)).toEqual([])
  for (const area of ['contract', 'server', 'src']) {
    const folders = readdirSync(join(ROOT, area), { withFileTypes: true }).filter((entry) => entry.isDirectory())
    expect(drawn).toEqual(expect.arrayContaining(folders.map(({ name }) => `${area}/${name}/`)))
  }
})

test('CONTRIBUTING.md names existing files for each of fourteen changes', () => {
  const rows = [...textOf('CONTRIBUTING.md').matchAll(/^\| (.+?) +\| (.+?) +\|$/gm)].slice(2)
  expect(rows).toHaveLength(14)
  for (const [, change = '', files = ''] of rows) {
    const paths = pathsIn(files)
    expect(paths.length, change).toBeGreaterThan(0)
    expect(missing(paths), change).toEqual([])
  }
})

test('docs/decisions/README.md lists every record by its title', () => {
  const records = readdirSync(join(ROOT, 'docs/decisions')).filter((file) => file !== 'README.md')
  const lines = records.map((file) => {
    const [, number = '', title = ''] = /^# (\d+)\. (.+)$/m.exec(textOf(`docs/decisions/${file}`)) ?? []
    return `- ${number}: [${title}](${file})`
  })
  expect(
    textOf('docs/decisions/README.md')
      .split('\n')
      .filter((line) => line.startsWith('- ')),
  ).toEqual(lines.sort(byNumber))
})
