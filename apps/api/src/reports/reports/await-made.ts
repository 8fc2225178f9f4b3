import { AppError } from '@readroom/contracts/core/errors'
import type { Context } from '../../core/context.ts'

/** Documents are made within seconds. A request that comes earlier waits this long and checks this often. */
const waiting = { ms: 5_000, everyMs: 250 } as const

/** Waits until `find` returns a document. Throws REPORT_BEING_MADE if that takes too long. */
export async function awaitMade<T>({ pause }: Pick<Context, 'pause'>, find: () => Promise<T | null>): Promise<T> {
  for (let waited = 0; waited < waiting.ms; waited += waiting.everyMs) {
    const made = await find()
    if (made) return made
    await pause(waiting.everyMs)
  }
  throw new AppError('REPORT_BEING_MADE', { seconds: 1 })
}
