/** A queue of its own: what it is given runs one after the other, in the order of asking. What fails rejects for whoever asked, and holds up nobody. */
export function createTurns() {
  let last: Promise<unknown> = Promise.resolve()
  return function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = last.then(work)
    last = done.catch(() => undefined)
    return done
  }
}
