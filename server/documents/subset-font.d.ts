/** The part of the package that is used here; it has no types of its own. */
declare module 'subset-font' {
  /** Cuts a font down to what the characters of a text need, with the axes of a variable font fixed. */
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: { targetFormat: 'truetype'; variationAxes: Record<string, number> },
  ): Promise<Buffer>
}
