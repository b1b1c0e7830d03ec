const KEY = /^[\w-]+(\.[\w-]+)+$/

/** A key in words, for a console whose dictionaries did not arrive: `ra.auth.sign_in` → `Sign in`. */
export function readableKey(key: string): string {
  if (!KEY.test(key)) return key
  const steps = key.split('.')
  const last = steps.at(-1) ?? key
  const telling = last === 'name' && steps[0] === 'resources' ? (steps.at(-2) ?? last) : last
  const words = telling
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
