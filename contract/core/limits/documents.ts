/** Memory of each of the two threads that write PDFs. */
export const PDF_MAX_MIB = 256
/** A document with more content, in characters of JSON, is written in the thread for long documents: about 100 trips. */
export const PDF_SHORT_MAX_CHARS = 65_536
/** Time within which a document is written, including its wait in the queue. */
export const PDF_MAX_MS = 20_000
/** Documents that may wait for one thread. */
export const PDF_QUEUE_MAX = 100
/** Documents of one caller and operation that may wait for earlier ones of the same caller and operation. */
export const PDF_WAITING_PER_CALLER = 20
/** Retry delay for a document that could not be written. */
export const PDF_RETRY_S = 10
