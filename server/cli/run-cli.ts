/** Runs a command: a failure prints one sentence and ends with exit code 1. */
export async function runCli(command: (say: (text: string) => void) => Promise<void>): Promise<void> {
  try {
    await command((text) => process.stdout.write(`${text}\n`))
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  }
}
