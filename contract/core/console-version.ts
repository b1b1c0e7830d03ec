/** Response header of the API with the build of the console that the server delivers. */
export const CONSOLE_VERSION_HEADER = 'x-console-version'
/** Name of the `meta` element with the build of the loaded console page. */
export const CONSOLE_VERSION_META = 'console-version'
