import { AppError } from '@readroom/contracts/errors'
import type { Actor } from '@readroom/db/actor'
import { audit } from '@readroom/db/audit'
import type { Db, Tx } from '@readroom/db/client'
import { noPassword } from '@readroom/db/queries/passwords'
import { findUser } from '@readroom/db/queries/users'
import { type Attempt, countTries, forgetFailures, forgiveTries, inTurn, waitAfter } from '../../security/attempts.ts'
import { checkPassword } from '../../security/passwords.ts'
import type { Seal } from '../../security/seal.ts'
import { spendCode } from '../../security/second-factor-code.ts'

/** An account of the OpenID provider may have no password: then there is none to ask for. */
async function isPasswordRight(db: Db, { userId }: Actor, password: string | undefined): Promise<boolean> {
  const user = await findUser(db, userId)
  if (!user) throw new AppError('NOT_AUTHENTICATED')
  return user.passwordHash === noPassword || checkPassword(user.passwordHash, password ?? '')
}

/** Whoever changes what guards an account gives what it is guarded with: a page that was left open does not do. */
export function createOwnerCheck(db: Db, seal: Seal) {
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
      const tries = await db.transaction((tx) => countTries(tx, attempt))
      const done = await work(() => waitAfter(tries))
      await forgiveTries(db, tries)
      await forgetFailures(db, attempt)
      return done
    })
  }

  return {
    /** Throws CURRENT_PASSWORD_INCORRECT, TOO_MANY_ATTEMPTS, BUSY. */
    demandPassword: (actor: Actor, password: string | undefined): Promise<void> =>
      counted(actor, async (waitOf) => {
        if (!(await isPasswordRight(db, actor, password))) await refuse(actor, 'CURRENT_PASSWORD_INCORRECT', waitOf())
      }),

    /** What `check` answers, null where the code is not right. Throws SECOND_FACTOR_INVALID, TOO_MANY_ATTEMPTS. */
    demandCode: <T>(actor: Actor, check: () => Promise<T | null>): Promise<T> =>
      counted(actor, async (waitOf) => (await check()) ?? refuse(actor, 'SECOND_FACTOR_INVALID', waitOf())),

    /** Does `work` where password and code are right; the code is used up with it. Throws what both of the above do. */
    withBoth: <T>(actor: Actor, { password, code }: Proof, work: (tx: Tx) => Promise<T>): Promise<T> =>
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
