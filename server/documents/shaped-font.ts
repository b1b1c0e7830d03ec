import { create, type Font } from 'fontkit'
import { Blob, Buffer as TextBuffer, ClusterLevel, Face, Font as Shaper, shape } from 'harfbuzzjs'

const shapers = new WeakMap<Uint8Array, Shaper>()
const buffer = new TextBuffer()

function shaperOf(data: Uint8Array): Shaper {
  const before = shapers.get(data)
  if (before) return before
  const shaper = new Shaper(new Face(new Blob(data)))
  shapers.set(data, shaper)
  return shaper
}

/**
 * Returns a font whose texts are shaped by HarfBuzz. The shaping of fontkit has no rules for Burmese, and fails or errs with
 * Bengali, Gurmukhi, Telugu, Malayalam, Khmer and Lao.
 */
export function shapedFont(data: Buffer): Font {
  const font = create(data)
  if (!('layout' in font)) throw new Error('The font is a collection of fonts.')
  const emptyRun = font.layout.bind(font, '')
  font.layout = (text) => {
    const glyphs = shapedGlyphs(shaperOf(data), text)
    const characters = charactersByGlyph(
      text,
      glyphs.map(({ cluster }) => cluster),
    )
    const run = emptyRun()
    run.glyphs = glyphs.map(({ id }, index) => font.getGlyph(id, characters[index]))
    run.positions = glyphs.map(({ position }) => position)
    return run
  }
  return font
}

function shapedGlyphs(shaper: Shaper, text: string) {
  buffer.reset()
  buffer.setClusterLevel(ClusterLevel.CHARACTERS)
  buffer.addText(text)
  buffer.guessSegmentProperties()
  shape(shaper, buffer)
  return buffer.getGlyphInfosAndPositions().map(({ codepoint: id, cluster, ...position }) => {
    const { xAdvance = 0, yAdvance = 0, xOffset = 0, yOffset = 0 } = position
    return { id, cluster, position: { xAdvance, yAdvance, xOffset, yOffset } }
  })
}

/**
 * Returns the characters that each glyph stands for, which are what a reader of the PDF copies. A cluster is the text up to the
 * start of the next one; where several glyphs draw it, they share its decomposition.
 */
function charactersByGlyph(text: string, clusters: readonly number[]): number[][] {
  const starts = [...new Set(clusters)].sort((one, other) => one - other)
  const left = new Map(
    starts.map((start, index) => {
      const glyphs = clusters.filter((cluster) => cluster === start).length
      const part = text.slice(start, starts[index + 1])
      return [start, { glyphs, characters: Array.from(glyphs > 1 ? part.normalize('NFKD') : part) }]
    }),
  )
  return clusters.map((start) => {
    const cluster = left.get(start)
    if (!cluster) return []
    cluster.glyphs -= 1
    const count = cluster.glyphs > 0 ? 1 : cluster.characters.length
    return cluster.characters.splice(0, count).map((character) => character.codePointAt(0) ?? 0)
  })
}
