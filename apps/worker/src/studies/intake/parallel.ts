/** Does the work for each item, so many at a time, in order of the items. The first that fails ends it. */
export async function inParallel<T>(items: Iterable<T>, atOnce: number, work: (item: T) => Promise<void>): Promise<void> {
  const rest = items[Symbol.iterator]()
  const failed: unknown[] = []
  const run = async () => {
    for (let next = rest.next(); !next.done && failed.length === 0; next = rest.next()) {
      await work(next.value).catch((error: unknown) => failed.push(error))
    }
  }
  await Promise.all(Array.from({ length: atOnce }, run))
  if (failed.length > 0) throw failed[0]
}
