import { ApiError } from '../../../lib/api/api-error.ts'
import type { ReadingCalls } from '../reading.queries.ts'

/** A hold is of a minute. */
const renewEveryMs = 20_000

type Options = {
  calls: Pick<ReadingCalls, 'hold' | 'release'>
  /** Somebody else writes by now. */
  onLost: () => void
}

export const isHeldByOther = (error: unknown) => error instanceof ApiError && error.code === 'REPORT_HELD'

type Answer = Awaited<ReturnType<ReadingCalls['hold']>>

/** The hold of this window on a report, renewed for as long as it is wanted. */
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
      // An outage takes nothing away: the server says so itself.
      if (!isHeldByOther(error)) return
      end()
      onLost()
    }
  }

  return {
    /** What the server counts windows by; null where this one does not write. */
    fence: () => fence,
    /** Answers when the draft was saved that is gone on with, and its key images. Rejects with REPORT_HELD where somebody else writes, unless it is taken over. */
    async take(takeOver: boolean): Promise<Pick<Answer, 'savedAt' | 'keyImages'>> {
      const answer = await calls.hold(takeOver)
      end()
      fence = answer.fence
      timer = setInterval(() => void renew(), renewEveryMs)
      return answer
    },
    end,
    /** Writes no longer, and says so. */
    release(): void {
      const held = fence
      end()
      if (held !== null) void calls.release(held).catch(() => undefined)
    },
  }
}
