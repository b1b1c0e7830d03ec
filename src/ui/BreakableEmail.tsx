/** Email address that breaks after its `@` rather than within a word. */
export function BreakableEmail({ children }: { children: string }) {
  const at = children.indexOf('@')
  return (
    <>
      {children.slice(0, at + 1)}
      <wbr />
      {children.slice(at + 1)}
    </>
  )
}
