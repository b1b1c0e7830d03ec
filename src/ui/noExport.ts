/** Stands in for the CSV writer of react-admin's own export, which no list of this console offers. */
export default function noExport(): never {
  throw new Error('Lists are exported by the builder')
}
