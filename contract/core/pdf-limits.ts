/** Memory of the thread that writes PDFs. */
export const PDF_MAX_MIB = 256
/** Time within which a document is written, with its wait for those before it. */
export const PDF_MAX_MS = 20_000
/** Documents that may wait for the thread. */
export const PDF_QUEUE_MAX = 100
