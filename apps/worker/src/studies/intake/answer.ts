import { isDatabaseDown, type Tx } from '@readroom/db/core/client'
import { type Before, inSavepoint } from '@readroom/db/core/locks'
import {
  clearFailure,
  leaveToAttempt,
  lockIntake,
  readSeen,
  recordFailure,
  recordUnknownAeTitle,
  type Seen,
} from '@readroom/db/studies/intake/intake'
import { describeError } from '../../core/log.ts'
import type { IntakeContext } from './context.ts'
import { isOutage } from './guard.ts'
import { UnknownAeTitle } from './unknown-ae-title.ts'

/** The part of the context that writing an answer takes. */
export type AnswerContext = Pick<IntakeContext, 'orthanc' | 'log' | 'unknownAeTitles'> & {
  database: Pick<IntakeContext['database'], 'db'>
}

/** `stale`: somebody else wrote of the study since the archive was asked, so the answer was thrown away. */
export type Written = 'written' | 'failed' | 'stale'

/**
 * `mustBeKnown`: a new study of an AE title that nobody registered is set aside. `replaced`: the archive made the study anew, so its images may say
 * something else than those before. `splitFrom`: the study is new because its images were split from this one, whose laboratory it has;
 * `apart`: the patients from whom its own was told apart.
 */
export type Entry = { mustBeKnown: boolean; replaced: boolean; splitFrom?: { labId: string | null; apart: readonly string[] } }

/** A transaction that may write what the archive said. */
export type IntakeTx = Tx<'intake'> & Before<'study'>

export type Question<T> = {
  /** Asks the archive. No transaction is open. */
  ask: () => Promise<T>
  /** Writes its answer, in a short transaction of its own that asks nobody. */
  write: (tx: IntakeTx, answer: T, entry: Entry) => Promise<void>
  /** The archive says that it made the study anew. Remembered until an answer is written. */
  replaced?: boolean
}

type Outcome<T> = { answer: T } | { failure: unknown }

/**
 * Asks the archive about one study and writes the answer. Reads the database's state of the study before it asks, and writes the answer only if that
 * state is unchanged: no older answer ever overwrites a newer one. Notes a failure of one study for a later attempt; until then the study is left
 * alone. Throws if the archive or the database is down.
 */
export async function takeAnswer<T>(
  context: AnswerContext,
  orthancId: string,
  { ask, write, replaced = false }: Question<T>,
): Promise<{ written: Written; answer: T | null }> {
  const seen = await readSeen(context.database.db, orthancId)
  if (seen.waits) {
    const written = await writeUnlessStale(context, orthancId, seen, async (tx) => {
      await leaveToAttempt(tx, orthancId, { isReplaced: replaced })
      return 'failed'
    })
    return { written, answer: null }
  }
  const entry = {
    mustBeKnown: context.unknownAeTitles === 'refuse' && !seen.isAccepted,
    replaced: replaced || seen.isReplaced,
  }
  const outcome: Outcome<T> = await ask().then(
    (answer) => ({ answer }),
    (failure: unknown) => ({ failure }),
  )
  if ('failure' in outcome && (await isOutage(context.orthanc, outcome.failure))) throw outcome.failure
  const written = await writeUnlessStale(context, orthancId, seen, (tx) =>
    'failure' in outcome
      ? fail(context, tx, { orthancId, replaced }, outcome.failure)
      : writeAnswer(context, tx, { orthancId, replaced }, (inner) => write(inner, outcome.answer, entry)),
  )
  return { written, answer: 'answer' in outcome ? outcome.answer : null }
}

/** Notes a failure of something whose study could not be found out. */
export async function noteFailure(context: AnswerContext, id: string, failure: unknown): Promise<void> {
  if (await isOutage(context.orthanc, failure)) throw failure
  await context.database.db.transaction((tx) => fail(context, tx, { orthancId: id, replaced: false }, failure))
}

/** Does the work in a short transaction, if nobody has written of the study since. */
async function writeUnlessStale(
  { database }: AnswerContext,
  orthancId: string,
  seen: Seen,
  work: (tx: IntakeTx) => Promise<Written>,
): Promise<Written> {
  return database.db.transaction(async (begun) => {
    const [tx] = await lockIntake(begun)
    const now = await readSeen(tx, orthancId)
    return now.version === seen.version && now.failure === seen.failure ? work(tx) : 'stale'
  })
}

type Asked = { orthancId: string; replaced: boolean }

async function writeAnswer(
  context: AnswerContext,
  tx: IntakeTx,
  asked: Asked,
  write: (tx: IntakeTx) => Promise<void>,
): Promise<Written> {
  try {
    await inSavepoint(tx, write)
  } catch (error) {
    if (isDatabaseDown(error)) throw error
    return fail(context, tx, asked, error)
  }
  await clearFailure(tx, asked.orthancId)
  return 'written'
}

async function fail({ log }: AnswerContext, tx: Tx, { orthancId, replaced }: Asked, error: unknown): Promise<Written> {
  if (error instanceof UnknownAeTitle) {
    log.warn({ orthancId, aeTitle: error.aeTitle }, 'a study of an unknown AE title waits for an administrator')
    await recordUnknownAeTitle(tx, orthancId, error.aeTitle)
    return 'failed'
  }
  const reason = describeError(error)
  log.error({ orthancId, reason }, 'a study could not be taken in; it will be tried again')
  await recordFailure(tx, orthancId, { reason, isReplaced: replaced })
  return 'failed'
}
