import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { openSync } from 'fontkit'

export type Weight = 'normal' | 'strong'

interface FontFile {
  /** `latin-normal`, `arabic-strong`, … */
  name: string
  weight: Weight
  file: string
}

/** CSS values of font-weight. */
export const WEIGHTS = { normal: 400, strong: 600 } as const
const require = createRequire(import.meta.url)
const FAMILIES = {
  'ibm-plex-sans': dirname(require.resolve('@fontsource/ibm-plex-sans/package.json')),
  'ibm-plex-sans-arabic': dirname(require.resolve('@fontsource/ibm-plex-sans-arabic/package.json')),
}
type Family = keyof typeof FAMILIES

/** Parts of the two families, which share one design, in the order in which a letter is looked up. */
const PARTS: readonly [family: Family, part: string][] = [
  ...['latin', 'latin-ext', 'vietnamese', 'greek', 'cyrillic', 'cyrillic-ext'].map((part): [Family, string] => [
    'ibm-plex-sans',
    part,
  ]),
  ['ibm-plex-sans-arabic', 'arabic'],
]

const fileOf = (family: Family, part: string, weight: Weight) =>
  join(FAMILIES[family], `files/${family}-${part}-${WEIGHTS[weight]}-normal.woff`)

/** All fonts of a document. */
export const FONTS: readonly FontFile[] = PARTS.flatMap(([family, part]) =>
  (['normal', 'strong'] as const).map((weight) => ({
    name: `${part}-${weight}`,
    weight,
    file: fileOf(family, part, weight),
  })),
)

/** Height of the tallest font above the common baseline, in parts of the size. */
export const ASCENT = 1.085

const known = new Map<string, ReadonlySet<number>>()

/** Returns the characters of a font, which is read from its file at the first call. */
function charactersOf({ name, file }: FontFile): ReadonlySet<number> {
  const before = known.get(name)
  if (before) return before
  const font = openSync(file)
  const characters = new Set('characterSet' in font ? font.characterSet : [])
  known.set(name, characters)
  return characters
}

/** Returns the name of the first font of a weight that has all of these characters; undefined where none has. */
export function fontWith(characters: string, weight: Weight): string | undefined {
  const points = Array.from(characters, (character) => character.codePointAt(0) ?? 0)
  return FONTS.find((font) => font.weight === weight && points.every((point) => charactersOf(font).has(point)))?.name
}
