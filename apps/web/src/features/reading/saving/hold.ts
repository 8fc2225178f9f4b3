import { ApiError } from '../../../lib/api/api-error.ts'
import type { ReadingCalls } from '../reading.queries.ts'

/** A hold lasts a minute. */
const renewEveryMs = 20_000

type Options = {
  calls: Pick<ReadingCalls, 'hold' | 'release'>
  /** Called when somebody else has taken the hold. */
  onLost: () => void
}

export const isHeldByOther = (error: unknown) => error instanceof ApiError && error.code === 'REPORT_HELD'

type Answer = Awaited<ReturnType<ReadingCalls['hold']>>

/** Creates this window's hold on a report, and renews it until it is released. */
export function createHold({ calls, onLost }: Options) {
  let fence: number | null = null
  let timer: ReturnType<typeof setInterval> | undefined

  function end() {
    clearInterval(timer)
    fence = null
  }

  async function renew() {
    try {
      fence = (await calls.hold(false)).fence
    } catch (error) {
      // An outage doesn't end the hold. Only the server's answer does.
      if (!isHeldByOther(error)) return
      end()
      onLost()
    }
  }

  return {
    /** Returns the fence number of the hold. Null if this window doesn't write. */
    fence: () => fence,
    /**
     * Takes the hold. Returns when the draft was saved, its key images and annotations. Rejects with REPORT_HELD if somebody else writes, unless it is taken
     * over.
     */
    async take(takeOver: boolean): Promise<Pick<Answer, 'savedAt' | 'keyImages' | 'annotations'>> {
      const answer = await calls.hold(takeOver)
      end()
      fence = answer.fence
      timer = setInterval(() => void renew(), renewEveryMs)
      return answer
    },
    end,
    /** Releases the hold and tells the server. */
    release(): void {
      const held = fence
      end()
      if (held !== null) void calls.release(held).catch(() => undefined)
    },
  }
}
