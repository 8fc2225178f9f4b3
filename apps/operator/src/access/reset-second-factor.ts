import { openDatabase } from '@readroom/db/core/client'
import { findUserByEmail } from '@readroom/db/people/users'
import { bySystem } from '@readroom/domain/access/first-accounts'
import { resetSecondFactor } from '@readroom/domain/access/second-factors'
import { readDatabaseConfig } from '../core/config.ts'
import { OperatorError, UsageError } from '../core/operator-error.ts'

/** Resets the second factor of a user without phone, codes or another administrator to ask. Throws if there is nothing to remove. */
export async function removeSecondFactor(email: string | undefined): Promise<void> {
  if (email === undefined) throw new UsageError('reset-second-factor needs the email address of the account')
  const { db, close } = openDatabase(readDatabaseConfig().DATABASE_URL, { max: 1, onError: () => {} })
  try {
    const account = await findUserByEmail(db, email)
    if (!account) throw new OperatorError(`no account has the email address ${email}`)
    const isReset = await db.transaction((tx) => resetSecondFactor(tx, bySystem, account.id))
    if (!isReset) throw new OperatorError('this account has no second factor')
    console.log('The second factor was removed and all sessions ended. The account owner is notified by email')
  } finally {
    await close()
  }
}
