/** Pause after the last key. */
const restMs = 1_500
/** The longest time without a save during continuous typing. */
const atMostMs = 8_000
const retriesMs = [1_000, 2_000, 4_000, 8_000, 15_000] as const

/** `waiting`: a change will be saved soon. `failing`: a save failed and will be retried. `stopped`: nothing is saved until the next change or `now`. */
export type AutosaveState = 'saved' | 'waiting' | 'failing' | 'stopped'

type Options = {
  /** Saves the current state. Rejects if that fails. */
  save: () => Promise<void>
  /** Returns true if a retry may help. */
  mayRetry: (error: unknown) => boolean
  onState: (state: AutosaveState, error?: unknown) => void
}

/** Saves changes automatically after a pause in typing. Saves run one after the other and are retried after a failure. */
export function createAutosave({ save, mayRetry, onState }: Options) {
  let changes = 0
  let saved = 0
  let since = 0
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<void> | null = null

  const isSaved = () => saved === changes

  function wait(ms: number) {
    clearTimeout(timer)
    timer = setTimeout(() => void run(), ms)
  }

  function failed(error: unknown) {
    if (!mayRetry(error)) return onState('stopped', error)
    wait(retriesMs[Math.min(failures, retriesMs.length - 1)] ?? 0)
    failures += 1
    onState('failing', error)
  }

  async function saveOnce() {
    const at = changes
    try {
      await save()
    } catch (error) {
      return failed(error)
    }
    saved = at
    failures = 0
    since = Date.now()
    onState(isSaved() ? 'saved' : 'waiting')
    if (!isSaved()) wait(restMs)
  }

  function run(): Promise<void> {
    clearTimeout(timer)
    if (isSaved()) return running ?? Promise.resolve()
    running ??= saveOnce().finally(() => {
      running = null
    })
    return running
  }

  return {
    isSaved,
    change() {
      if (isSaved()) since = Date.now()
      changes += 1
      if (failures > 0) return
      onState('waiting')
      wait(Math.max(0, Math.min(restMs, since + atMostMs - Date.now())))
    },
    /** Saves pending changes at once. Returns true if everything is saved. */
    async now(): Promise<boolean> {
      await run()
      if (!isSaved() && failures === 0) await run()
      return isSaved()
    },
    /** Marks all changes so far as not needing a save. */
    forgive() {
      clearTimeout(timer)
      saved = changes
      failures = 0
      onState('saved')
    },
    /** Stops saving until the next change. */
    stop() {
      clearTimeout(timer)
    },
    /** Stops saving until the next change, and waits for a running save to end. */
    async rest(): Promise<void> {
      await running
      clearTimeout(timer)
    },
  }
}
