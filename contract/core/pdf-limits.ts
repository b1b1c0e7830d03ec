/** Memory of the thread that writes PDFs. */
export const PDF_MAX_MIB = 256
/** Time within which a document is written, including its wait in the queue. */
export const PDF_MAX_MS = 20_000
/** Documents that may wait for the thread. */
export const PDF_QUEUE_MAX = 100
/** Documents of one caller that may wait for earlier documents of the same caller. */
export const PDF_WAITING_PER_CALLER = 20
/** Retry delay for a document that could not be written. */
export const PDF_RETRY_S = 10
