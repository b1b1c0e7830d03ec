/** @returns the npm commands in the code blocks of a document, without duplicates and comments */
export function npmCommands(markdown: string): string[] {
  const blocks = [...markdown.matchAll(/^```[^\n]*\n(.*?)^```/gms)].map(([, block = '']) => block)
  const commands = blocks
    .flatMap((block) => block.split(/\n|&&/))
    .map((line) =>
      line
        .replace(/\s#.*$/, '')
        .replace(/^\s*\$\s/, '')
        .trim(),
    )
  return [...new Set(commands.filter((line) => line.startsWith('npm ')))]
}
