/** Header of the API's answers: which build of the console the server hands out. */
export const CONSOLE_VERSION_HEADER = 'x-console-version'
/** Name of the `meta` element by which a page of the console knows its own build. */
export const CONSOLE_VERSION_META = 'console-version'
