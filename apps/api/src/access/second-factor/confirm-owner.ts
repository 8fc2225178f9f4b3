import { AppError } from '@readroom/contracts/core/errors'
import { noPassword } from '@readroom/db/access/passwords'
import type { Actor } from '@readroom/db/core/actor'
import { audit } from '@readroom/db/core/audit'
import type { Db, OpenDb } from '@readroom/db/core/client'
import type { Begun } from '@readroom/db/core/locks'
import { findUser } from '@readroom/db/people/users'
import { checkPassword } from '@readroom/domain/access/password-hashes'
import { type Attempt, countTries, forgiveTries, inTurn, waitAfter } from '../security/attempts.ts'
import type { Seal } from '../security/seal.ts'
import { spendCode } from '../security/second-factor-code.ts'

/** Returns true for an account without a password: accounts of the OpenID provider may have none to ask for. */
async function isPasswordRight(db: Db, { userId }: Actor, password: string | undefined): Promise<boolean> {
  const user = await findUser(db, userId)
  if (!user) throw new AppError('NOT_AUTHENTICATED')
  return user.passwordHash === noPassword || checkPassword(user.passwordHash, password ?? '')
}

/** Asks for the password or second factor before a change to either, so that an unattended page is not enough. */
export function createOwnerCheck(db: OpenDb, seal: Seal) {
  async function refuse(
    actor: Actor,
    code: 'CURRENT_PASSWORD_INCORRECT' | 'SECOND_FACTOR_INVALID',
    seconds: number,
  ): Promise<never> {
    const target = { type: 'user', id: actor.userId }
    const details = { reason: code, ...(seconds > 0 && { seconds }) }
    await audit(db, actor, { action: 'second_factor.refused', target, details })
    throw new AppError(code)
  }

  async function counted<T>(actor: Actor, work: (waitOf: () => number) => Promise<T>): Promise<T> {
    const attempt: Attempt = { kind: 'second-factor', of: actor.userId }
    return inTurn(attempt, async () => {
      const tries = await countTries(db, attempt)
      const done = await work(() => waitAfter(tries)).catch(async (error: unknown) => {
        // It was never compared.
        if (error instanceof AppError && error.code === 'BUSY') await forgiveTries(db, tries)
        throw error
      })
      await forgiveTries(db, tries, attempt)
      return done
    })
  }

  return {
    /** Checks the password. Throws CURRENT_PASSWORD_INCORRECT, TOO_MANY_ATTEMPTS, BUSY. */
    demandPassword: (actor: Actor, password: string | undefined): Promise<void> =>
      counted(actor, async (waitOf) => {
        if (!(await isPasswordRight(db, actor, password))) await refuse(actor, 'CURRENT_PASSWORD_INCORRECT', waitOf())
      }),

    /** Returns the answer of `check`, which is null for a wrong code. Throws SECOND_FACTOR_INVALID, TOO_MANY_ATTEMPTS. */
    demandCode: <T>(actor: Actor, check: () => Promise<T | null>): Promise<T> =>
      counted(actor, async (waitOf) => (await check()) ?? refuse(actor, 'SECOND_FACTOR_INVALID', waitOf())),

    /** Runs `work` if password and code are right, and uses up the code in the same transaction. Throws the errors of both functions above. */
    withBoth: <T>(actor: Actor, { password, code }: Proof, work: (tx: Begun) => Promise<T>): Promise<T> =>
      counted(actor, async (waitOf) => {
        if (!(await isPasswordRight(db, actor, password))) await refuse(actor, 'CURRENT_PASSWORD_INCORRECT', waitOf())
        const done = await db.transaction(async (tx) =>
          (await spendCode(tx, seal, actor.userId, code)) ? { answer: await work(tx) } : null,
        )
        return done ? done.answer : refuse(actor, 'SECOND_FACTOR_INVALID', waitOf())
      }),
  }
}

export type Proof = { password?: string | undefined; code: string }
