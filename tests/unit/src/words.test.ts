import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'

/** Attributes and properties with text that is read by people or screen readers. */
const READ_ALOUD =
  /^(aria-label|aria-description|aria-roledescription|alt|caption|confirmText|description|detail|emptyText|helperText|label|message|placeholder|subtitle|text|title|tooltip)$/
/** Two letters in a row of any script: a word, not a sign. */
const WORD = /\p{L}{2}/u
/** A key of the dictionary, not a text. */
const KEY = /^(app|ra|errors|choices|resources)\.[\w.-]+$/
/** Texts that the sources contain on purpose: names of keys. */
const ALLOWED = new Set(['Esc', 'Ctrl', 'Ctrl+Enter', 'Alt+R', 'Alt+C'])

interface Finding {
  file: string
  text: string
}

const isText = (text: string) => WORD.test(text) && !KEY.test(text) && !ALLOWED.has(text.trim())

/** Returns the literal texts of an expression. */
function literals(node: ts.Node | undefined): string[] {
  if (!node) return []
  if (ts.isStringLiteralLike(node)) return [node.text]
  if (ts.isJsxExpression(node)) return literals(node.expression)
  if (ts.isTemplateExpression(node))
    return [node.head.text + node.templateSpans.map((span) => span.literal.text).join('')]
  if (ts.isConditionalExpression(node)) return [node.whenTrue, node.whenFalse].flatMap(literals)
  return []
}

/** Finds words between tags, in attributes that are read, in properties of that name, and in messages to the user. */
function hardCoded(source: string, file: string): Finding[] {
  const found: Finding[] = []
  const take = (texts: string[]) => {
    for (const text of texts.filter(isText)) found.push({ file, text: text.trim() })
  }
  const visit = (node: ts.Node): void => {
    if (ts.isJsxText(node)) take([node.text])
    else if (ts.isJsxExpression(node) && (ts.isJsxElement(node.parent) || ts.isJsxFragment(node.parent)))
      take(literals(node.expression))
    else if (ts.isJsxAttribute(node) && READ_ALOUD.test(node.name.getText())) take(literals(node.initializer))
    else if (ts.isPropertyAssignment(node) && READ_ALOUD.test(node.name.getText().replaceAll(/['"]/g, '')))
      take(literals(node.initializer))
    else if (ts.isCallExpression(node) && node.expression.getText() === 'notify') take(literals(node.arguments[0]))
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX))
  return found
}

const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file))

describe('the sources of the console', () => {
  it('R-182 contain no word that a user reads', () => {
    expect(files.length).toBeGreaterThan(100)
    expect(files.flatMap((file) => hardCoded(readFileSync(join('src', file), 'utf8'), file))).toEqual([])
  })

  it.each([
    ['<p>Save</p>', 'Save'],
    ['<p>{late ? "Late" : ""}</p>', 'Late'],
    ['<input placeholder="Search here" />', 'Search here'],
    ['<b title={`Page ${page}`} />', 'Page'],
    ['const panel = { title: "Nothing yet" }', 'Nothing yet'],
    ['notify("It is saved")', 'It is saved'],
  ])('are reported with %s', (source, text) => expect(hardCoded(source, 'x')).toEqual([{ file: 'x', text }]))

  it('may contain signs, numbers, keys and identifiers', () => {
    const source = '<p id="main" title="app.nav.home">{count} · © × <Icon name="Add" /> {t("ra.action.save")}</p>'
    expect(hardCoded(source, 'x')).toEqual([])
  })
})
