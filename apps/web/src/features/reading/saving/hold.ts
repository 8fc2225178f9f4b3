import type { Annotations } from '@readroom/contracts/reading/annotations'
import type { KeyImage } from '@readroom/contracts/reading/key-images'
import type { ReadingCalls } from '../reading.queries.ts'
import { goneWords, heldElsewhere, isGone, isHeldByOther, NotSaved } from './draft-errors.ts'

/** A hold lasts a minute. */
const renewEveryMs = 20_000

/** The parts of a draft that come with its hold. `keyImages` is null without a draft. */
export type HeldParts = { keyImages: readonly KeyImage[] | null; annotations: Annotations }

type Options = {
  calls: Pick<ReadingCalls, 'hold' | 'release'>
  /** Called when this window starts to write. */
  onHeld: (found: HeldParts) => void
  /** Called when somebody else has taken the hold. */
  onLost: () => void
  /** Called when the reader does not have the study any more. */
  onGone: (why: string) => void
}

/** Creates this window's hold on a report, and renews it until it is released. */
export function createHold({ calls, onHeld, onLost, onGone }: Options) {
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
      if (isGone(error)) {
        end()
        return onGone(goneWords(error))
      }
      if (!isHeldByOther(error)) return
      end()
      onLost()
    }
  }

  return {
    /** Returns the fence number of the hold. Null if this window doesn't write. */
    fence: () => fence,
    /** Returns the fence number of the hold. Throws NotSaved if this window doesn't write. */
    demand(): number {
      if (fence === null) throw new NotSaved(heldElsewhere)
      return fence
    },
    /** Takes the hold. Returns when the draft was last saved. Rejects with REPORT_HELD if somebody else writes, unless it is taken over. */
    async take(takeOver: boolean): Promise<string | null> {
      const answer = await calls.hold(takeOver)
      end()
      fence = answer.fence
      timer = setInterval(() => void renew(), renewEveryMs)
      const { savedAt, keyImages, annotations } = answer
      onHeld({ keyImages: savedAt === null ? null : keyImages, annotations })
      return savedAt
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

export type Hold = ReturnType<typeof createHold>
