import { print } from '../../scripts/lib/print.mjs'
import type { Measure } from './load'
import { median, pairedRatio } from './statistics'

/** Prints a Markdown table; the first column is left-aligned, figures are right-aligned. */
export function table(heads: readonly string[], rows: readonly (readonly string[])[]): void {
  const widths = heads.map((head, column) => Math.max(head.length, ...rows.map((row) => row[column]?.length ?? 0)))
  const line = (cells: readonly string[]) =>
    `| ${widths.map((width, column) => pad(cells[column] ?? '', width, column)).join(' | ')} |`
  print(line(heads))
  print(`|${widths.map((width, column) => `${'-'.repeat(width + 1)}${column === 0 ? '-' : ':'}`).join('|')}|`)
  for (const row of rows) print(line(row))
}

const pad = (text: string, width: number, column: number) => (column === 0 ? text.padEnd(width) : text.padStart(width))

/** Formats a figure with an appropriate number of digits; a dash for what was not measured. */
export function figure(value: number, digits = 2): string {
  return Number.isFinite(value) ? value.toFixed(value >= 100 ? 0 : digits) : '–'
}

export const LOAD_HEADS = ['a second', 'ratio', 'p99 ms', 'ratio', 'server ms', 'database ms'] as const

/** Returns the columns of LOAD_HEADS: medians over the rounds, and ratios to the limit's measures of the same rounds. */
export function loadCells(measures: readonly Measure[], limits: readonly Measure[]): string[] {
  const of = (key: keyof Measure, all = measures) => all.map((measure) => measure[key])
  return [
    figure(median(of('rate')), 0),
    figure(pairedRatio(of('rate'), of('rate', limits))),
    figure(median(of('p99')), 0),
    figure(pairedRatio(of('p99'), of('p99', limits))),
    figure(median(of('serverMs'))),
    figure(median(of('databaseMs'))),
  ]
}
