/** Returns an object with a value for each name. */
export function eachName<N extends string, V>(names: readonly N[], of: (name: N) => V): Record<N, V> {
  // Object.fromEntries forgets which names it was given.
  return Object.fromEntries(names.map((name) => [name, of(name)])) as Record<N, V>
}
