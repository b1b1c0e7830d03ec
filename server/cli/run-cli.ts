import { fileTrouble } from '../adapters/whole-file'

/** Runs a command: a failure prints one sentence and ends with exit code 1. */
export async function runCli(command: (say: (text: string) => void) => Promise<void>): Promise<void> {
  try {
    await command((text) => process.stdout.write(`${text}\n`))
  } catch (error) {
    const told = fileTrouble(error) ?? error
    process.stderr.write(`${told instanceof Error ? told.message : String(told)}\n`)
    process.exitCode = 1
  }
}
