import { spawnSync } from 'node:child_process'
import { mkdirSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** Returns whether the repository contains a commit; a shallow clone contains only the last one. */
export const hasCommit = (commit: string): boolean =>
  spawnSync('git', ['cat-file', '-e', `${commit}^{commit}`]).status === 0

/**
 * Builds the server of an older version, with the packages of this one.
 * @param folder target of the build
 * @throws with the output when the build fails
 */
export function buildVersion(commit: string, folder: string): void {
  mkdirSync(folder)
  const archive = join(folder, 'version.tar')
  run('git', ['archive', '--output', archive, commit])
  run('tar', ['--extract', '--file', archive, '--directory', folder])
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
  run(process.execPath, ['scripts/build.mjs', 'server'], folder)
}

function run(command: string, args: readonly string[], cwd = process.cwd()): void {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed. ${error?.message ?? ''}\n${stdout}${stderr}`)
}
