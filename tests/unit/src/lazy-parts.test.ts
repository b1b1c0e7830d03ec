import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'

/** Loaders that report missing code: by a notice, by the error page, or through the owner of a `lazyModule`. */
const LOADERS = new Set(['onDemand', 'pageOnDemand', 'lazyModule', 'drawn'])
/** Functions that prefetch code which one of the loaders fetches again. */
const PRELOADERS = new Set(['partnerParts', 'staffParts', 'prefetchPage'])
/** Views of resources, which `src/layout/resourceElements.tsx` renders by `pageOnDemand`. */
const DEFINITION = /^resources\/[a-z-]+\/index\.ts$/

function isReported(node: ts.Node): boolean {
  if (ts.isCallExpression(node) && LOADERS.has(node.expression.getText())) return true
  // The router shows the error page for a route with missing code.
  if (ts.isPropertyAssignment(node) && node.name.getText() === 'lazy') return true
  if ((ts.isFunctionDeclaration(node) || ts.isVariableDeclaration(node)) && PRELOADERS.has(node.name?.getText() ?? ''))
    return true
  return !ts.isSourceFile(node) && isReported(node.parent)
}

/** Finds dynamic imports without a report of their failure. */
function silentImports(source: string, file: string): string[] {
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword && !isReported(node))
      found.push(`${file}: ${node.getText()}`)
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX))
  return found
}

const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => /\.tsx?$/.test(file) && !DEFINITION.test(file))

describe('lazily loaded code of the console', () => {
  it('fails with a recognisable error when it does not load', () => {
    expect(files.length).toBeGreaterThan(100)
    expect(files.flatMap((file) => silentImports(readFileSync(join('src', file), 'utf8'), file))).toEqual([])
  })

  it.each([
    ["const Part = onDemand(() => import('./Part'))", 0],
    ["const Part = onDemand(async () => ({ default: (await import('./Part')).Part }))", 0],
    ["const { print } = await import('./print')", 1],
    ["import('./print').then(({ print }) => print()).catch(() => undefined)", 1],
  ])('has a load error that is recognised in %s', (source, count) => {
    expect(silentImports(source, 'example.tsx')).toHaveLength(count)
  })
})
