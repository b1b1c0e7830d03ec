import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

interface Tree {
  [key: string]: string | Tree
}

/** A code block that names a file after its language: ```ts src/some/file.ts; or commands: ```sh */
const BLOCK = /^```(?:(sh)|(\w+) (\S+))\n(.*?)^```$/gms

/**
 * Applies the code blocks of a guide to a copy of the product: `sh` is run, `diff` changes a file, `json` adds to one, any
 * other creates a file.
 * @returns the files that were changed by hand, each once
 * @throws when a file differs from what the guide expects
 */
export function followGuide(guide: string, folder: string): string[] {
  const touched = new Set<string>()
  for (const [, commands, language, path = '', text = ''] of readFileSync(guide, 'utf8').matchAll(BLOCK)) {
    if (commands) {
      execFileSync('sh', ['-ec', text], { cwd: folder, stdio: 'ignore' })
      continue
    }
    const file = join(folder, path)
    if (language === 'diff') writeFileSync(file, patched(readFileSync(file, 'utf8'), text, path))
    else if (language === 'json') {
      const whole = JSON.parse(readFileSync(file, 'utf8')) as Tree
      merge(whole, JSON.parse(text) as Tree)
      writeFileSync(file, JSON.stringify(whole, null, 2))
    } else {
      if (existsSync(file)) throw new Error(`${guide} makes ${path}, which is there already.`)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, text)
    }
    touched.add(path)
  }
  return [...touched]
}

function patched(content: string, diff: string, path: string): string {
  const lines = diff.trimEnd().split('\n')
  const side = (other: string) =>
    lines
      .filter((line) => !line.startsWith(other))
      .map((line) => line.slice(1))
      .join('\n')
  const [before, after] = [side('+'), side('-')]
  if (content.split(before).length !== 2) throw new Error(`${path} has these lines not once:\n${before}`)
  return content.replace(before, () => after)
}

function merge(into: Tree, added: Tree): void {
  for (const [key, value] of Object.entries(added)) {
    const known = into[key]
    if (typeof known === 'object' && typeof value === 'object') merge(known, value)
    else if (known === undefined) into[key] = value
    else throw new Error(`"${key}" has words already.`)
  }
}
