/** After the last key. */
const restMs = 1_500
/** Whoever never rests is saved all the same. */
const atMostMs = 8_000
const retriesMs = [1_000, 2_000, 4_000, 8_000, 15_000] as const

/** `waiting`: something is not saved yet, and will be. `failing`: it was tried, and is tried again. `stopped`: until the next change or `now`. */
export type AutosaveState = 'saved' | 'waiting' | 'failing' | 'stopped'

type Options = {
  /** Saves what there is now. Rejects where it did not. */
  save: () => Promise<void>
  /** Whether trying again may help. */
  mayRetry: (error: unknown) => boolean
  onState: (state: AutosaveState, error?: unknown) => void
}

/** Saves by itself what changes: when nothing has changed for a moment, one after the other, and again where it fails. */
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
    /** Saves at once what is not saved yet. True where everything is. */
    async now(): Promise<boolean> {
      await run()
      if (!isSaved() && failures === 0) await run()
      return isSaved()
    },
    /** What was changed so far needs no saving any more. */
    forgive() {
      clearTimeout(timer)
      saved = changes
      failures = 0
      onState('saved')
    },
    /** Nothing is saved from now on until the next change. */
    stop() {
      clearTimeout(timer)
    },
    /** The same; answers when what is being saved has ended. */
    async rest(): Promise<void> {
      await running
      clearTimeout(timer)
    },
  }
}
