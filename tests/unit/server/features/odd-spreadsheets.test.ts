import { readFileSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { ZipFile } from 'yazl'
import { IMPORT_MAX_COLUMNS, IMPORT_MAX_ROWS, IMPORT_UNPACKED_MAX_BYTES } from '../../../../contract/core/limits/files'
import { Refusal } from '../../../../server/http/refusal'
import { isWorkbook, readXlsx, startReader } from '../../../../server/features/tasks/import/read-xlsx'
import { Unreadable, workbookRows } from '../../../../server/features/tasks/import/workbook-rows'

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'

const rel = (id: string, type: string, target: string) =>
  `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`
const rels = (inner: string) => `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${inner}</Relationships>`
const sheet = (rows: string, before = '') =>
  `${HEAD}<worksheet xmlns="${MAIN}">${before}<sheetData>${rows}</sheetData></worksheet>`
const workbook = (sheets: string, properties = '') =>
  `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}">${properties}<sheets>${sheets}</sheets></workbook>`

type Parts = Record<string, string | Buffer | undefined>

/** Returns the parts of a usual workbook with one sheet, for tests to change. */
const usual = (rows: string): Parts => ({
  '[Content_Types].xml': `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`,
  '_rels/.rels': rels(rel('rId1', 'officeDocument', 'xl/workbook.xml')),
  'xl/workbook.xml': workbook('<sheet name="One" sheetId="1" r:id="rId1"/>'),
  'xl/_rels/workbook.xml.rels': rels(
    rel('rId1', 'worksheet', 'worksheets/sheet1.xml') +
      rel('rId2', 'styles', 'styles.xml') +
      rel('rId3', 'sharedStrings', 'sharedStrings.xml'),
  ),
  'xl/worksheets/sheet1.xml': sheet(rows),
  'xl/styles.xml': `${HEAD}<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="&quot;on &quot;dd/mm/yyyy hh:mm"/></numFmts><cellXfs count="3"><xf/><xf numFmtId="14"/><xf numFmtId="164"/></cellXfs></styleSheet>`,
  'xl/sharedStrings.xml': `${HEAD}<sst xmlns="${MAIN}"><si><t>plain</t></si><si><r><t>in </t></r><r><rPr><b/></rPr><t>parts</t></r><rPh sb="0" eb="1"><t>said</t></rPh></si></sst>`,
})

async function packed(parts: Parts): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [name, content] of Object.entries(parts))
    if (content !== undefined) zip.addBuffer(Buffer.from(content), name)
  zip.end()
  return buffer(zip.outputStream as NodeJS.ReadableStream & AsyncIterable<Buffer>)
}

async function read(parts: Parts): Promise<string[][]> {
  const rows: string[][] = []
  for await (const { cells } of workbookRows(await packed(parts))) rows.push(cells)
  return rows
}

/** Returns why the reading thread rejects a file: its own fault, or `damaged` for an error of the parser. */
async function fault(bytes: Buffer): Promise<string> {
  try {
    let rows = 0
    for await (const row of workbookRows(bytes)) rows += row.cells.length
    return `${rows} cells`
  } catch (error) {
    return error instanceof Unreadable ? error.fault : 'damaged'
  }
}

/** Time limit where a file must be read; a busy machine may be slow. */
const PATIENT_MS = 120_000

/** Returns the status and message of the server's refusal, or the number of cells. @throws other errors */
async function answer(bytes: Buffer, limits = { maxMib: 128, maxMs: PATIENT_MS }): Promise<string> {
  try {
    let rows = 0
    for await (const row of readXlsx(bytes, limits)) rows += row.cells.length
    return `${rows} cells`
  } catch (error) {
    if (error instanceof Refusal) return `${error.status} ${error.message}`
    throw error
  }
}

describe('a spreadsheet', () => {
  it('is read by its relationships: the first sheet of the workbook, at any path', async () => {
    const parts = usual('<row r="1"><c r="A1"><v>2</v></c></row>')
    parts['xl/workbook.xml'] = workbook(
      '<sheet name="First" sheetId="7" r:id="rId9"/><sheet name="One" sheetId="1" r:id="rId1"/>',
    )
    parts['xl/_rels/workbook.xml.rels'] = rels(
      rel('rId1', 'worksheet', 'worksheets/sheet1.xml') + rel('rId9', 'worksheet', '/xl/other/tab.xml'),
    )
    parts['xl/other/tab.xml'] = sheet('<row r="1"><c r="A1"><v>1</v></c></row>')
    expect(await read(parts)).toEqual([['1']])
  })

  it('keeps shared, inline and computed texts, booleans and numbers, and leaves errors and blanks empty', async () => {
    const cells = [
      '<c r="A1" t="s"><v>0</v></c>',
      '<c r="B1" t="s"><v>1</v></c>',
      '<c r="C1" t="inlineStr"><is><t>inline &amp; _x0041_</t></is></c>',
      '<c r="D1" t="str"><f>A1&amp;"!"</f><v>plain!</v></c>',
      '<c r="E1"><f>1+1</f><v>2</v></c>',
      '<c r="F1" t="b"><v>1</v></c>',
      '<c r="G1" t="e"><v>#DIV/0!</v></c>',
      '<c r="I1"><v>12.5</v></c>',
      '<c r="J1" t="s"><v>99</v></c>',
      '<c r="XFD1" s="1"/>',
    ]
    expect(await read(usual(`<row r="1">${cells.join('')}</row><row r="2"/>`))).toEqual([
      ['plain', 'in parts', 'inline & A', 'plain!', '2', 'true', '', '', '12.5'],
    ])
  })

  it.each([
    ['', '46110', '2026-03-29'],
    ['', '46110.354166666664', '2026-03-29 08:30'],
    ['', '0.5', '1899-12-31 12:00'],
    ['<workbookPr date1904="1"/>', '44648', '2026-03-29'],
    ['<workbookPr date1904="true"/>', '44648.25', '2026-03-29 06:00'],
  ])('counts days as the workbook does: %s%s is %s', async (properties, serial, day) => {
    const parts = usual(`<row r="1"><c r="A1" s="${serial.includes('.') ? 2 : 1}"><v>${serial}</v></c></row>`)
    parts['xl/workbook.xml'] = workbook('<sheet name="One" sheetId="1" r:id="rId1"/>', properties)
    expect(await read(parts)).toEqual([[day]])
  })

  it.each([
    ['hidden', 'visible'],
    ['veryHidden', ''],
  ])('is read from its first sheet that is not %s', async (hidden, shown) => {
    const parts = usual('<row r="1"><c r="A1"><v>2</v></c></row>')
    const state = shown === '' ? '' : ` state="${shown}"`
    parts['xl/workbook.xml'] = workbook(
      `<sheet name="Old" sheetId="7" state="${hidden}" r:id="rId9"/><sheet name="One" sheetId="1"${state} r:id="rId1"/>`,
    )
    parts['xl/_rels/workbook.xml.rels'] = rels(
      rel('rId1', 'worksheet', 'worksheets/sheet1.xml') + rel('rId9', 'worksheet', 'worksheets/sheet9.xml'),
    )
    parts['xl/worksheets/sheet9.xml'] = sheet('<row r="1"><c r="A1"><v>1</v></c></row>')
    expect(await read(parts)).toEqual([['2']])
  })

  it('shows percentages as its cells do, with other cells between them', async () => {
    const formats = ['0', '9', '10', '164', '165', '14']
    const parts = usual(
      [
        '<row r="1"><c r="A1" t="str" s="1"><v>0.5</v></c><c r="B1" s="0"><v>0.5</v></c></row>',
        '<row r="2"/>',
        '<row r="4"><c r="B4" s="1"><v>0.21</v></c><c r="D4" s="2"><v>0.07</v></c><c s="3"><v>1</v></c></row>',
        '<row><c s="4"><v>3</v></c><c s="5"><v>46110</v></c><c s="2" r="AA5"><v>0.0825</v></c></row>',
      ].join(''),
    )
    parts['xl/styles.xml'] =
      `${HEAD}<x:styleSheet xmlns:x="${MAIN}"><x:numFmts count="2"><x:numFmt numFmtId="164" formatCode='[>1]0.0%;-0%'/>` +
      `<x:numFmt formatCode="0&quot;%&quot;\\%" numFmtId="165"/></x:numFmts><x:cellStyleXfs><x:xf numFmtId="9"/></x:cellStyleXfs>` +
      `<x:cellXfs>${formats.map((id) => `<x:xf numFmtId="${id}"><x:alignment wrapText="1"/></x:xf>`).join('')}</x:cellXfs></x:styleSheet>`
    const rows = await read(parts)
    expect(rows.map((cells) => cells.filter((cell) => cell !== ''))).toEqual([
      ['0.5', '0.5'],
      ['21%', '7%', '100%'],
      ['3', '2026-03-29', '8.25%'],
    ])
    expect(rows[2]?.[26]).toBe('8.25%')
  })

  it.each([
    [
      'hidden-sheet',
      [
        ['Last name', 'First name'],
        ['Xsheet', 'B'],
      ],
    ],
    ['merged-title', [['Customer list 2026'], ['Last name', 'First name', 'Phone'], ['Xmerged', 'B', '+34600111222']]],
    [
      'percent-cells',
      [
        ['code', 'name', 'category', 'pricing', 'percent_bp', 'tax_rate_bp'],
        ['ZPCT1', 'Flex ten', 'flex', 'percent_of_fare', '10%', '21%'],
        ['ZPCT2', 'Flex five', 'flex', 'percent_of_fare', '5%', '10%'],
        ['ZPCT3', 'Flex hundred', 'flex', 'percent_of_fare', '100%', '0%'],
      ],
    ],
  ])('of another program is read as it is shown: %s', async (name, rows) => {
    const bytes = readFileSync(new URL(`../../../support/odd/workbooks/${name}.xlsx`, import.meta.url))
    const found: string[][] = []
    for await (const { cells } of workbookRows(bytes)) found.push(cells)
    expect(found).toEqual(rows)
  })

  it('has the lines of its rows, whatever its row numbers say', async () => {
    const rows = ['3', '7', '2', 'x', '1e300', ''].map(
      (r) => `<row${r === '' ? '' : ` r="${r}"`}><c t="str"><v>a</v></c></row>`,
    )
    const lines: number[] = []
    for await (const { line } of workbookRows(await packed(usual(rows.join(''))))) lines.push(line)
    expect(lines).toEqual([3, 7, 8, 9, 10, 11])
  })
})

describe('an odd file', () => {
  const one = '<row r="1"><c r="A1"><v>1</v></c></row>'

  it('with a cell outside of any sheet is refused at once', async () => {
    expect(await fault(await packed(usual('<row r="1"><c r="ZZZZZZZ2"><v>1</v></c></row>')))).toBe('damaged')
  })

  it('with every row at the maximum width is aborted', async () => {
    const wide = '<row><c r="A1"><v>1</v></c><c r="XFD1"><v>1</v></c></row>'
    expect(await fault(await packed(usual(wide.repeat(20_000))))).toBe('too_large')
  })

  it('with more rows or columns than an import accepts keeps every value of a row and ends after one extra row', async () => {
    const rows = await read(usual('<row><c><v>1</v></c></row>'.repeat(IMPORT_MAX_ROWS + 10)))
    expect(rows).toHaveLength(IMPORT_MAX_ROWS + 2)
    const [wide] = await read(usual(`<row>${'<c><v>1</v></c>'.repeat(IMPORT_MAX_COLUMNS + 10)}</row>`))
    expect(wide).toHaveLength(IMPORT_MAX_COLUMNS + 10)
    const [sparse] = await read(usual('<row r="1"><c r="A1"><v>1</v></c><c r="XFD1"><v>2</v></c></row>'))
    expect([sparse?.length, sparse?.at(-1)]).toEqual([IMPORT_MAX_COLUMNS + 2, '2'])
  })

  it('that declares more parts than any workbook is refused before they are read', async () => {
    const bytes = await packed(usual(one))
    bytes.writeUInt16LE(10_001, bytes.lastIndexOf('PK\u0005\u0006') + 10)
    expect(await fault(bytes)).toBe('too_large')
  })

  it('that unpacks to more than the limit is refused before it is unpacked, also with false sizes', async () => {
    const parts = usual(one)
    parts['xl/media/zeros.bin'] = Buffer.alloc(IMPORT_UNPACKED_MAX_BYTES)
    expect(await fault(await packed(parts))).toBe('too_large')
    parts['xl/media/zeros.bin'] = undefined
    parts['xl/sharedStrings.xml'] = `${HEAD}<!--${' '.repeat(32 * 1024 * 1024)}--><sst/>`
    const honest = await packed(parts)
    for (const claimed of [0, 10]) {
      const lying = Buffer.from(honest)
      for (let at = lying.indexOf('PK\u0001\u0002'); at !== -1; at = lying.indexOf('PK\u0001\u0002', at + 1))
        if (lying.readUInt32LE(at + 24) > 1024 * 1024) lying.writeUInt32LE(claimed, at + 24)
      expect(await fault(lying)).toBe('damaged')
    }
  })

  it('with one text in all of its cells is refused for their total size', async () => {
    const parts = usual('<row><c t="s"><v>0</v></c></row>'.repeat(2_000))
    parts['xl/sharedStrings.xml'] = `${HEAD}<sst xmlns="${MAIN}"><si><t>${'x'.repeat(32_000)}</t></si></sst>`
    expect(await fault(await packed(parts))).toBe('too_large')
  })

  it.each([
    ['[Content_Types].xml'],
    ['_rels/.rels'],
    ['xl/workbook.xml'],
    ['xl/_rels/workbook.xml.rels'],
    ['xl/worksheets/sheet1.xml'],
  ])('without its %s is refused', async (name) => {
    expect(await fault(await packed({ ...usual(one), [name]: undefined }))).toBe('damaged')
  })

  it.each([
    ['relationships that lead nowhere', { '_rels/.rels': rels(rel('rId1', 'officeDocument', '../../etc/passwd')) }],
    ['parts that are no XML', { 'xl/workbook.xml': Buffer.from([0, 255, 254, 1]) }],
    ['elements that cross', { 'xl/sharedStrings.xml': '<sst><si></sst></si>' }],
    ['nesting without end', { 'xl/styles.xml': '<a>'.repeat(200_000) }],
  ] as const)('with %s is refused', async (_, parts) => {
    expect(await fault(await packed({ ...usual(one), ...parts }))).toBe('damaged')
  })

  it.each([
    ['a workbook with no sheet', { 'xl/workbook.xml': workbook('') }],
    ['a day that no calendar has', { 'xl/worksheets/sheet1.xml': sheet('<row><c s="1"><v>1e300</v></c></row>') }],
  ] as const)('with %s has nothing to read', async (_, parts) => {
    expect(await fault(await packed({ ...usual(one), ...parts }))).toBe('0 cells')
  })

  it('that is truncated, or no zip after its first bytes, is refused', async () => {
    const whole = await packed(usual(one))
    for (const length of [4, 200, whole.length - 1]) expect(await fault(whole.subarray(0, length))).toBe('damaged')
  })

  it('of another program or with a password has an error that says what to do', async () => {
    const ods = await packed({ mimetype: 'application/vnd.oasis.opendocument.spreadsheet', 'content.xml': '<x/>' })
    expect(await answer(ods)).toMatch(/^422 file_unreadable.*\(\.ods\)/)
    expect(await answer(await packed({ 'xl/workbook.bin': 'x' }))).toMatch(/^422 file_unreadable.*\(\.xlsb\)/)
    const old = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(2_000)])
    expect(isWorkbook(old)).toBe(true)
    expect(await answer(old)).toMatch(/^422 file_unreadable.*\.xls\b/)
    const locked = Buffer.concat([old, Buffer.from('EncryptedPackage', 'utf16le')])
    expect(await answer(locked)).toMatch(/^422 file_unreadable.*password/)
  })

  it('that exceeds memory or time is stopped, and the next one is read', async () => {
    const texts = usual(one)
    texts['xl/sharedStrings.xml'] = `${HEAD}<sst>${'<si><t>a</t></si>'.repeat(600_000)}</sst>`
    const [hungry, slow, next] = await Promise.all([
      answer(await packed(texts), { maxMib: 32, maxMs: PATIENT_MS }),
      answer(await packed(usual(one.repeat(200_000))), { maxMib: 128, maxMs: 1 }),
      answer(await packed(usual(one))),
    ])
    expect([hungry, slow, next]).toEqual([
      expect.stringMatching(/^413 body_too_large/),
      expect.stringMatching(/^413 body_too_large/),
      '1 cells',
    ])
  })

  it('does not end the process when its thread fails after it was refused', async () => {
    const reader = startReader(await packed(usual(one)), 128)
    expect(() => reader.emit('error', new Error('The thread is out of memory.'))).not.toThrow()
    await reader.terminate()
  })

  it('is read after those before it, so that the memory of their threads does not add up', async () => {
    const files = [await packed(usual(one.repeat(5_000))), await packed(usual(one))]
    const order: number[] = []
    await Promise.all(files.map(async (bytes) => order.push(Number.parseInt(await answer(bytes)))))
    expect(order).toEqual([5_000, 1])
  })

  it('leaves the server free to answer while it is read', async () => {
    const open = ['<row ', '<row>', '<c ', '<c r="A1">', '<is><t>', '<v>', '&#', '<!--', '<![CDATA[']
    const odd = await packed(usual(open.map((part) => part.repeat(40_000)).join('')))
    const turnsOfReader = await turnsDuring(() => fault(odd))
    // A thread that reads a file has few turns for other work.
    expect(await turnsDuring(() => answer(odd))).toBeGreaterThan(turnsOfReader * 2)
  })
})

/** Counts the turns of the event loop during some work: in each of them a server can answer a call. */
async function turnsDuring(work: () => Promise<string>): Promise<number> {
  let turns = 0
  let isOver = false
  const countTurn = () => {
    turns += 1
    if (!isOver) setImmediate(countTurn)
  }
  countTurn()
  expect(await work()).toBeTypeOf('string')
  isOver = true
  return turns
}
