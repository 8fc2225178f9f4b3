import { type DeadLetter, deadLetterEndpoints, deadLettersShown } from '@readroom/contracts/operations/dead-letters'
import { type DeadLetter as DeadLetterRow, listDeadLetters } from '@readroom/db/operations/dead-letters'
import { dismissDeadLetter, isMailJob, repeatableJob, retryDeadLetter } from '@readroom/domain/operations/dead-letters'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../core/context.ts'
import { mount } from '../../core/http/mount.ts'

function toDeadLetter(row: DeadLetterRow): DeadLetter {
  const { id, source, name, reason, times, firstAt, lastAt } = row
  const seen = { firstAt: firstAt.toISOString(), lastAt: lastAt.toISOString() }
  return { _id: id, source, name, reason, times, ...seen, isMail: isMailJob(name), canRetry: repeatableJob(row) !== null }
}

export function deadLetterRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context

  mount(app, context, deadLetterEndpoints.list, async () => {
    const { letters, total } = await listDeadLetters(db, deadLettersShown)
    return { data: letters.map(toDeadLetter), totalRecords: total }
  })
  mount(app, context, deadLetterEndpoints.retry, async ({ actor, params }) => {
    await db.transaction((tx) => retryDeadLetter(tx, actor, params.deadLetterId))
    return { message: 'Job queued again' }
  })
  mount(app, context, deadLetterEndpoints.dismiss, async ({ actor, params }) => {
    await db.transaction((tx) => dismissDeadLetter(tx, actor, params.deadLetterId))
    return { message: 'Entry removed from the list' }
  })
}
