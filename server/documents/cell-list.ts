const SEPARATORS = /[,;|\r\n]/

/** Returns the items of a list as one cell: words with commas between them, or JSON where an item contains a separator. */
export function writeList(items: readonly string[]): string {
  const text = items.join(', ')
  const isPlain = items.every((item) => !SEPARATORS.test(item) && item.trim() === item && item !== '')
  return isPlain && !text.startsWith('[') ? text : JSON.stringify(items)
}

/** Returns the items of a list that `writeList` or a person has written into one cell. */
export function readList(text: string): string[] {
  return parsedItems(text) ?? text.split(SEPARATORS).filter((item) => item.trim() !== '')
}

function parsedItems(text: string): string[] | null {
  if (!text.startsWith('[')) return null
  try {
    const items = JSON.parse(text) as unknown
    return Array.isArray(items) ? items.map((item) => String(item)) : null
  } catch {
    return null
  }
}
