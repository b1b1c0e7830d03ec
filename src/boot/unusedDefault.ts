/** Takes the place of packages that react-admin imports as defaults and the console replaces by its own. */
export default () => undefined
