/** Memory of the thread that writes PDFs. */
export const PDF_MAX_MIB = 256
/** Time within which a document is written, with its wait for those before it. */
export const PDF_MAX_MS = 20_000
/** Documents that may wait for the thread. */
export const PDF_QUEUE_MAX = 100
/** Documents of one caller that may wait for that caller's own before them. */
export const PDF_WAITING_PER_CALLER = 20
/** When a document that could not be written is worth another try. */
export const PDF_RETRY_S = 10
