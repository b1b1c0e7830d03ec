/** Returns the values without a given one, or with it at the end if it is not among them. */
export function toggle<V>(values: readonly V[], value: V): V[] {
  return values.includes(value) ? values.filter((other) => other !== value) : [...values, value]
}
