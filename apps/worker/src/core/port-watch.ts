/** A port of ours is asked this often. */
const askMs = 15_000
/** On a busy machine one question may be late. */
const failuresOfHung = 3

/** Asks ports from time to time whether they answer. Several questions must fail before one counts as hung. */
export function createPortWatch({ everyMs = askMs, failures = failuresOfHung } = {}) {
  const known = new Map<string, { askedAt: number; failed: number }>()

  return {
    /** Asks, if it is time to. Returns true if the port hangs; then it counts anew. */
    async hasHung(port: string, ask: () => Promise<unknown>): Promise<boolean> {
      const { askedAt, failed } = known.get(port) ?? { askedAt: Number.NEGATIVE_INFINITY, failed: 0 }
      if (performance.now() - askedAt < everyMs) return false
      const hasAnswered = await ask().then(
        () => true,
        () => false,
      )
      const hangs = !hasAnswered && failed + 1 >= failures
      known.set(port, { askedAt: performance.now(), failed: hasAnswered || hangs ? 0 : failed + 1 })
      return hangs
    },
  }
}
