/** A port of ours is asked this often. */
const askMs = 15_000
/** On a busy machine one question may be late. */
const failuresOfHung = 3

/** Asks ports from time to time whether they answer. Several questions must fail before one counts as hung. */
export function createPortWatch({ everyMs = askMs, failures = failuresOfHung } = {}) {
  const known = new Map<string, { askedAt: number; failed: number; isAnswering: boolean }>()

  return {
    /** Asks, if it is time to. Returns true if the port hangs; then it counts anew. */
    async hasHung(port: string, ask: () => Promise<unknown>): Promise<boolean> {
      const { askedAt, failed } = known.get(port) ?? { askedAt: Number.NEGATIVE_INFINITY, failed: 0 }
      if (performance.now() - askedAt < everyMs) return false
      const isAnswering = await ask().then(
        () => true,
        () => false,
      )
      const hangs = !isAnswering && failed + 1 >= failures
      known.set(port, { askedAt: performance.now(), failed: isAnswering || hangs ? 0 : failed + 1, isAnswering })
      return hangs
    },
    /** Returns whether the port answered the last question. One that was never asked counts as answering. */
    isAnswering: (port: string): boolean => known.get(port)?.isAnswering ?? true,
  }
}

export type PortWatch = ReturnType<typeof createPortWatch>
