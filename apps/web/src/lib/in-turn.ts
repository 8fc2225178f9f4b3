/**
 * Creates a queue that runs its work one after the other, in the order of the calls. A failure rejects for its own caller only and doesn't stop the
 * queue.
 */
export function createTurns() {
  let last: Promise<unknown> = Promise.resolve()
  return function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = last.then(work)
    last = done.catch(() => undefined)
    return done
  }
}
