declare module 'virtual:signin-words' {
  /** Texts by language and key. */
  const words: Record<string, Record<string, string>>
  export default words
}
