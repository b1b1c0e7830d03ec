/** @returns the npm commands of the code blocks of a document, each once, without comments */
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
