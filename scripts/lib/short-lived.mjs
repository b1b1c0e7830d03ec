/**
 * Options of Node.js for a server that lives for a test: the embedded database is WebAssembly, and to compile it a second
 * time for speed costs more processor time than such a server ever wins back.
 */
export const SHORT_LIVED = ['--liftoff-only']
