/**
 * Node.js options for a server that lives for one test: optimizing the WebAssembly of the embedded database costs more
 * processor time than a short-lived server saves.
 */
export const SHORT_LIVED = ['--liftoff-only']
