/** Words that comments and API texts do not use, because a term of the trade or a plainer word says the same. */
const DENIED_WORDS = [
  'told',
  'anew',
  'whoever',
  'wished',
  'somebody',
  'nobody',
  'by now',
  'meanwhile',
  'of whom',
  'comes to nothing',
]

const DENIED = new RegExp(String.raw`\b(?:${DENIED_WORDS.join('|').replaceAll(' ', String.raw`\s+`)})\b`, 'i')

/**
 * Returns the first denied word of a text, or null.
 * @param {string} text
 */
const deniedWord = (text) => DENIED.exec(text)?.[0] ?? null

/** @type {import('eslint').Rule.RuleModule} */
const plainTexts = {
  meta: {
    type: 'suggestion',
    schema: [],
    messages: {
      denied: 'Replace "{{word}}": docs/glossary.md has the terms, and CONTRIBUTING.md the rules for comments.',
    },
  },
  create: (context) => {
    /**
     * @param {string} text
     * @param {import('eslint').AST.SourceLocation | null | undefined} loc
     */
    const check = (text, loc) => {
      const word = deniedWord(text)
      if (word !== null && loc) context.report({ loc, messageId: 'denied', data: { word } })
    }
    return {
      Program() {
        for (const { value, loc } of context.sourceCode.getAllComments()) check(value.replace(/\n\s*\*/g, ''), loc)
      },
      // A string without a space is a value or a key rather than a text.
      Literal({ value, loc }) {
        if (typeof value === 'string' && value.includes(' ')) check(value, loc)
      },
      TemplateElement({ value, loc }) {
        if (value.raw.includes(' ')) check(value.raw, loc)
      },
    }
  },
}

export const plainWords = { rules: { 'plain-words': plainTexts } }
