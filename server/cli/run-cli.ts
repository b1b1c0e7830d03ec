import { fileTrouble } from '../adapters/whole-file'

/** Runs a command: a failure prints one sentence and exits with code 1. */
export async function runCli(command: (say: (text: string) => void) => Promise<void>): Promise<void> {
  try {
    await command((text) => process.stdout.write(`${text}\n`))
  } catch (error) {
    const shown = fileTrouble(error) ?? error
    process.stderr.write(`${shown instanceof Error ? shown.message : String(shown)}\n`)
    process.exitCode = 1
  }
}
