import { AppError } from '@readroom/contracts/errors'
import type { Context } from '../../context.ts'

/** Documents are made within seconds: whoever asks before waits so long for one, and looks so often. */
const waiting = { ms: 5_000, everyMs: 250 } as const

/** What `find` finds as soon as it is there. Throws REPORT_BEING_MADE where that takes too long. */
export async function awaitMade<T>({ pause }: Pick<Context, 'pause'>, find: () => Promise<T | null>): Promise<T> {
  for (let waited = 0; waited < waiting.ms; waited += waiting.everyMs) {
    const made = await find()
    if (made) return made
    await pause(waiting.everyMs)
  }
  throw new AppError('REPORT_BEING_MADE', { seconds: 1 })
}
