import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Returns the rows of the document's table with this column, keyed by heading, so that tests check the documented rules. */
export function tableOf(document: string, column: string): Record<string, string>[] {
  const lines = readFileSync(join('docs', document), 'utf8').split('\n')
  const start = lines.findIndex((line) => line.startsWith('|') && cells(line).includes(column))
  if (start === -1) throw new Error(`${document} has no table with a column "${column}".`)
  const end = lines.findIndex((line, index) => index > start && !line.startsWith('|'))
  const headings = cells(lines[start] ?? '')
  return lines
    .slice(start + 2, end)
    .map((line) => Object.fromEntries(cells(line).map((cell, index) => [headings[index] ?? '', cell] as const)))
}

const cells = (line: string): string[] =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())
