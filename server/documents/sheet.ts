import PDFDocument from 'pdfkit'
import QRCode from 'qrcode'
import { INTL_LOCALES, type Language } from '../../contract/core/languages'
import { ASCENT, FONTS, type Weight } from './fonts'
import { cutFonts, type ScriptFont } from './script-fonts'
import { shapedFont } from './shaped-font'
import { inDrawingOrder, lettersIn, unshaped, withoutIsolates, wordsOf, type Direction, type Piece } from './text'

const MARGIN_PT = 40
const GREY = '#525b6b'
const HAIRLINE = '#c9ced6'
/** Width of the narrowest letters, in parts of the size, which limits the number of letters in a line. */
const NARROWEST = 0.2

interface TextOptions {
  size?: number
  weight?: Weight
  /** In grey. */
  quiet?: boolean
  /** Aligned to the far end of its box. */
  atEnd?: boolean
  /** In the direction of its own letters: for names, numbers and texts of passengers. */
  own?: boolean
  /** Tag of a heading, for screen readers. */
  heading?: 'H1' | 'H2'
}

interface MeasuredPiece extends Piece {
  /** In parts of the size. */
  width: number
}

/**
 * A4 sheet that starts at the side where its language begins; positions are measured from that side. It is tagged: screen
 * readers read its text in the order of the language, in whichever order its letters are drawn.
 */
export class Sheet {
  readonly #doc: PDFKit.PDFDocument
  readonly #root: PDFKit.PDFStructureElement
  readonly #isRtl: boolean
  readonly #chunks: Buffer[] = []
  /** Measured pieces by direction, weight and text. */
  readonly #measured = new Map<string, readonly MeasuredPiece[]>()
  /** From the top of the page, in points. */
  y = MARGIN_PT

  /** Opens a sheet. @param content everything that will be written on it, for the fonts of its scripts */
  static async open(language: Language, title: string, content: unknown): Promise<Sheet> {
    return new Sheet(language, title, await cutFonts(JSON.stringify([title, content])))
  }

  private constructor(
    language: Language,
    title: string,
    private readonly scriptFonts: readonly ScriptFont[],
  ) {
    this.#isRtl = language === 'ae'
    this.#doc = new PDFDocument({
      size: 'A4',
      margin: MARGIN_PT,
      bufferPages: true,
      autoFirstPage: true,
      pdfVersion: '1.7',
      tagged: true,
      lang: INTL_LOCALES[language],
      displayTitle: true,
      info: { Title: title },
    })
    this.#root = this.#doc.struct('Document')
    this.#doc.addStructure(this.#root)
    for (const { name, file } of FONTS) this.#doc.registerFont(name, file)
    for (const { name, data } of scriptFonts) this.#doc.registerFont(name, shapedFont(data))
    this.#doc.on('data', (chunk: Buffer) => this.#chunks.push(chunk))
  }

  get width(): number {
    return this.#doc.page.width - 2 * MARGIN_PT
  }

  /** Starts a new page. */
  turn(): void {
    this.#doc.addPage()
    this.y = MARGIN_PT
  }

  /** Starts a new page where less than `height` is left. */
  need(height: number): void {
    if (this.isFull(height)) this.turn()
  }

  /** Whether less than `height` is left on the page. */
  isFull(height: number): boolean {
    return this.y + height > this.#doc.page.height - MARGIN_PT - 16
  }

  /** Draws one line in a box of the page, cut with an ellipsis where it does not fit. */
  line(text: string, start: number, width: number, options: TextOptions = {}): void {
    if (text === '') return
    const draw = this.#drawn(text, start, width, options)
    this.#root.add(this.#doc.struct(options.heading ?? 'P', { actual: withoutIsolates(text) }, draw))
  }

  /** Draws as many lines as the text needs, and moves below them. */
  paragraph(text: string, start: number, width: number, options: TextOptions = {}): void {
    const height = (options.size ?? 9) * 1.4
    const lines = this.#broken(text, width, options).map((line) => () => {
      this.need(height)
      this.#drawn(line, start, width, options)()
      this.y += height
    })
    if (lines.length > 0) this.#root.add(this.#doc.struct('P', { actual: withoutIsolates(text) }, lines))
  }

  rule(): void {
    this.#artifact('Layout', () =>
      this.#doc
        .moveTo(MARGIN_PT, this.y)
        .lineTo(MARGIN_PT + this.width, this.y)
        .lineWidth(0.5)
        .stroke(HAIRLINE),
    )
  }

  box(start: number, size: number): void {
    const x = this.#isRtl ? MARGIN_PT + this.width - start - size : MARGIN_PT + start
    this.#artifact('Layout', () => this.#doc.rect(x, this.y, size, size).lineWidth(0.8).stroke(GREY))
  }

  /** Draws a QR code of `size` points square at the far end of the page's top. */
  qr(text: string, size: number): void {
    const { modules } = QRCode.create(text, { errorCorrectionLevel: 'M' })
    const step = size / modules.size
    const left = this.#isRtl ? MARGIN_PT : MARGIN_PT + this.width - size
    const draw = () => {
      for (let row = 0; row < modules.size; row += 1)
        for (let column = 0; column < modules.size; column += 1)
          if (modules.get(row, column)) this.#doc.rect(left + column * step, MARGIN_PT + row * step, step, step)
      this.#doc.fill('#000000')
    }
    this.#root.add(this.#doc.struct('Figure', { alt: 'QR' }, draw))
  }

  /** Writes a footer on every page and closes the document. */
  async finish(foot: (page: number, pages: number) => string): Promise<Buffer> {
    const { count } = this.#doc.bufferedPageRange()
    for (let page = 0; page < count; page += 1) {
      this.#doc.switchToPage(page)
      const text = foot(page + 1, count)
      const y = this.#doc.page.height - MARGIN_PT - 8
      this.#artifact('Pagination', () => this.#draw(text, 0, this.width, y, { size: 8, quiet: true, atEnd: true }))
    }
    this.#root.end()
    const ended = new Promise<void>((resolve) => this.#doc.on('end', resolve))
    this.#doc.end()
    await ended
    return Buffer.concat(this.#chunks)
  }

  /** Draws decoration that screen readers skip. */
  #artifact(type: 'Layout' | 'Pagination', draw: () => void): void {
    this.#doc.markContent('Artifact', { type })
    draw()
    this.#doc.endMarkedContent()
  }

  /** Returns the words of a text in lines that fit. */
  #broken(text: string, width: number, options: TextOptions): string[] {
    const lines: string[] = []
    const words = text.split(/\s+/).filter(Boolean)
    for (const word of words.flatMap((each) => this.#cut(each, width, options))) {
      const longer = `${lines.at(-1) ?? ''} ${word}`.trim()
      if (lines.length > 0 && this.#widthOf(longer, options) <= width) lines[lines.length - 1] = longer
      else lines.push(word)
    }
    return lines
  }

  #drawn(text: string, start: number, width: number, options: TextOptions): () => void {
    return () => this.#draw(this.#fitted(text, width, options), start, width, this.y, options)
  }

  #draw(text: string, start: number, width: number, y: number, options: TextOptions): void {
    const { size = 9, quiet = false, atEnd = false } = options
    const left = MARGIN_PT + (this.#isRtl ? this.width - start - width : start)
    const startsRight = this.#isRtl !== atEnd
    let x = startsRight ? left + width - this.#widthOf(text, options) : left
    for (const piece of this.#piecesOf(text, options)) {
      this.#doc
        .font(piece.font)
        .fontSize(size)
        .fillColor(quiet ? GREY : '#000000')
      this.#doc.text(piece.text, x, y + ASCENT * size, { baseline: 'alphabetic', lineBreak: false })
      x += piece.width * size
    }
  }

  #fitted(text: string, width: number, options: TextOptions): string {
    const most = this.#mostLetters(width, options)
    // Counting letters is slow, and no text has more of them than units.
    const letters = text.length <= most ? null : lettersIn(text)
    if ((letters?.length ?? 0) <= most && this.#widthOf(text, options) <= width) return text
    const all = letters ?? lettersIn(text)
    return `${all.slice(0, this.#countFitting(all, '…', width, options)).join('')}…`
  }

  /** Splits a word into parts that fit a line. */
  #cut(word: string, width: number, options: TextOptions): string[] {
    const parts: string[] = []
    let letters = lettersIn(word)
    while (letters.length > this.#mostLetters(width, options) || this.#widthOf(letters.join(''), options) > width) {
      const count = this.#countFitting(letters, '', width, options)
      parts.push(letters.slice(0, count).join(''))
      letters = letters.slice(count)
    }
    return [...parts, letters.join('')]
  }

  /** Returns how many of the first letters fit a width together with `end`; at least one. */
  #countFitting(letters: readonly string[], end: string, width: number, options: TextOptions): number {
    let [fits, tooMany] = [1, Math.min(letters.length, this.#mostLetters(width, options)) + 1]
    while (tooMany - fits > 1) {
      const middle = Math.floor((fits + tooMany) / 2)
      if (this.#widthOf(letters.slice(0, middle).join('') + end, options) <= width) fits = middle
      else tooMany = middle
    }
    return fits
  }

  /** Most letters in a line: shaping time grows faster than the square of a text, so no excess is measured. */
  #mostLetters(width: number, { size = 9 }: TextOptions): number {
    return Math.ceil(width / (size * NARROWEST))
  }

  #directionOf({ own = false }: TextOptions): Direction {
    if (own) return 'auto'
    return this.#isRtl ? 'rtl' : 'ltr'
  }

  #widthOf(text: string, options: TextOptions): number {
    return this.#piecesOf(text, options).reduce((sum, { width }) => sum + width, 0) * (options.size ?? 9)
  }

  /** Returns a text in drawing order from left to right. Shaping is slow, so each text is shaped once for all sizes. */
  #piecesOf(text: string, options: TextOptions): readonly MeasuredPiece[] {
    const { weight = 'normal' } = options
    const direction = this.#directionOf(options)
    const name = `${direction} ${weight} ${text}`
    const before = this.#measured.get(name)
    if (before) return before
    const pieces = inDrawingOrder(text, direction, weight, this.scriptFonts)
      .flatMap(wordsOf)
      .map((piece) => {
        try {
          return this.#measure(piece)
        } catch {
          // Fonts have rules that the shaping does not support; a text must not make its document fail.
          return this.#measure(unshaped(piece, weight))
        }
      })
    this.#measured.set(name, pieces)
    return pieces
  }

  #measure(piece: Piece): MeasuredPiece {
    this.#doc.font(piece.font).fontSize(1)
    return { ...piece, width: this.#doc.widthOfString(piece.text) }
  }
}
