import type { Font } from 'fontkit'

declare global {
  namespace PDFKit.Mixins {
    interface PDFFont {
      /** Registers an open font, which PDFKit accepts and its types do not have. */
      registerFont(name: string, font: Font): this
    }
  }
}
