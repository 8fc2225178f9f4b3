import { openDatabase } from '@readroom/db/client'
import { findUserByEmail } from '@readroom/db/queries/users'
import { bySystem } from '@readroom/domain/first-accounts'
import { resetSecondFactor } from '@readroom/domain/second-factors'
import { readDatabaseConfig } from '../config.ts'
import { OperatorError, UsageError } from './operator-error.ts'

/** Of whoever lost phone and recovery codes, and has no administrator to ask: often the last one. Throws where there is nothing to remove. */
export async function removeSecondFactor(email: string | undefined): Promise<void> {
  if (email === undefined) throw new UsageError('reset-second-factor needs the e-mail address of the account')
  const { db, close } = openDatabase(readDatabaseConfig().DATABASE_URL, { max: 1, onError: () => {} })
  try {
    const account = await findUserByEmail(db, email)
    if (!account) throw new OperatorError(`there is no account of ${email}`)
    const isReset = await db.transaction((tx) => resetSecondFactor(tx, bySystem, account.id))
    if (!isReset) throw new OperatorError('this account has no second step')
    console.log('The second step was removed, and sessions ended. The person is told by mail')
  } finally {
    await close()
  }
}
