import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/* Third-party programs that read the product's journals: Debian's hledger, ledger and beancount. */

interface Judge {
  name: string
  format: 'hledger' | 'beancount'
  isFound: boolean
  /** Returns whether the journal is valid, and otherwise the reason that the program gives. */
  judge: (journal: string) => { holds: boolean; says: string }
  /** Returns the balance of each account, e.g. `Assets:1010 Bank 15.00 EUR`, without zero balances. */
  balances: (journal: string) => string[]
}

interface Way {
  name: string
  format: Judge['format']
  check: (file: string) => [command: string, ...args: string[]]
  sum: (file: string) => [command: string, ...args: string[]]
  read: (output: string) => string[]
}

const cells = (line: string) => line.split(',').map((cell) => cell.replaceAll('"', '').trim())
const linesOf = (output: string) => output.split(/\r?\n/).filter((line) => line.trim() !== '')

const WAYS: readonly Way[] = [
  {
    name: 'hledger',
    format: 'hledger',
    check: (file) => ['hledger', 'check', '--strict', '-f', file],
    sum: (file) => ['hledger', '-f', file, 'balance', '--flat', '--no-total', '--layout', 'bare', '-O', 'csv'],
    read: (output) =>
      linesOf(output)
        .slice(1)
        .map(cells)
        .map(([account, currency, amount]) => `${account} ${amount} ${currency}`),
  },
  {
    name: 'ledger',
    format: 'hledger',
    check: (file) => ['ledger', '-f', file, '--pedantic', 'balance'],
    sum: (file) => [
      'ledger',
      '-f',
      file,
      'balance',
      '--flat',
      '--no-total',
      '--balance-format',
      String.raw`%A|%(amount)\n`,
    ],
    read: (output) => {
      let account = ''
      return linesOf(output).map((line) => {
        const [first = '', second] = line.split('|')
        if (second !== undefined) account = first
        return `${account} ${(second ?? first).trim()}`
      })
    },
  },
  {
    name: 'beancount',
    format: 'beancount',
    check: (file) => ['bean-check', file],
    sum: (file) => ['bean-query', '-f', 'csv', file, 'select account, sum(position) group by account, currency'],
    read: (output) =>
      linesOf(output)
        .slice(1)
        .map(cells)
        .map((row) => row.join(' ').replace(/ +/g, ' ')),
  },
]

function run(journal: string, commandOf: Way['check']) {
  const folder = mkdtempSync(join(tmpdir(), 'wayline-journal-'))
  try {
    const file = join(folder, 'period.journal')
    writeFileSync(file, journal)
    const [command, ...args] = commandOf(file)
    const { status, stdout, stderr } = spawnSync(command, args, {
      encoding: 'utf8',
      env: { ...process.env, HOME: folder },
    })
    return { holds: status === 0, says: stderr + stdout, output: stdout }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Beancount lists accounts with a zero balance; the other programs omit them. */
const isZero = (balance: string) => Number(/ (-?[\d.]+) [A-Z]{3}$/.exec(balance)?.[1] ?? 0) === 0

export const JUDGES: readonly Judge[] = WAYS.map(({ name, format, check, sum, read }) => ({
  name,
  format,
  isFound: spawnSync(check('')[0], ['--version']).status === 0,
  judge: (journal) => run(journal, check),
  balances: (journal) =>
    read(run(journal, sum).output)
      .filter((balance) => !isZero(balance))
      .sort(),
}))

/** Returns the title of a program's test, with the reason for skipping it when the program is missing. */
export const titleOf = ({ name, isFound }: Judge, does: string): string =>
  isFound ? `${name} ${does}` : `${name} ${does} (passed over: it is not installed; .ci/run installs it)`
