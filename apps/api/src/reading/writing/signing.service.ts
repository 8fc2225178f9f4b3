import { AppError } from '@readroom/contracts/core/errors'
import { confirmSigning, isSigningConfirmed } from '@readroom/db/access/sessions'
import type { Actor } from '@readroom/db/core/actor'
import { audit } from '@readroom/db/core/audit'
import { findUser } from '@readroom/db/people/users'
import { checkPassword } from '@readroom/domain/access/password-hashes'
import { type Proof, proofReport, signReport } from '@readroom/domain/reading/report-signing'
import type { Proofs } from '@readroom/pdf/proof'
import { type Attempt, countTries, forgiveTries, inTurn, waitAfter } from '../../access/security/attempts.ts'
import type { Context } from '../../core/context.ts'

type Signature = Omit<Parameters<typeof signReport>[2], 'recallSeconds'> & { password?: string | undefined }

/** Signs reports that can be printed. Asks for the password, and again after a while (21 CFR 11.200(a)(1)). */
export function createSigningService({ db, settings }: Pick<Context, 'db' | 'settings'>, proofs: Proofs) {
  async function refuse(actor: Actor, seconds: number): Promise<never> {
    const target = { type: 'user', id: actor.userId }
    await audit(db, actor, { action: 'signing.refused', target, ...(seconds > 0 && { details: { seconds } }) })
    throw new AppError('SIGNATURE_PASSWORD_INCORRECT')
  }

  /** Checks the password and counts a wrong one. Throws SIGNATURE_PASSWORD_INCORRECT, TOO_MANY_ATTEMPTS, BUSY. */
  async function demandPassword(actor: Actor, password: string): Promise<void> {
    const attempt: Attempt = { kind: 'sign-report', of: actor.userId }
    await inTurn(attempt, async () => {
      const tries = await countTries(db, attempt)
      const user = await findUser(db, actor.userId)
      if (!user) throw new AppError('NOT_AUTHENTICATED')
      const isRight = await checkPassword(user.passwordHash, password).catch(async (error: unknown) => {
        await forgiveTries(db, tries)
        throw error
      })
      if (!isRight) await refuse(actor, waitAfter(tries))
      await forgiveTries(db, tries)
    })
  }

  const isPasswordNeeded = async ({ sessionId }: Actor) =>
    !(await isSigningConfirmed(db, sessionId, { minutes: settings.now().signingConfirmationMinutes }))

  /** Prints the report, outside of the transaction that signs it. */
  async function prove(actor: Actor, signature: Parameters<typeof signReport>[2]): Promise<Proof | null> {
    const printed = await db.transaction((tx) => proofReport(tx, actor, signature))
    return printed && { printed, isPrintable: await proofs.isPrintable(printed) }
  }

  return {
    isPasswordNeeded,

    /** Signs a report and returns its version's id. Throws the errors of `signReport`, and SIGNATURE_PASSWORD_NEEDED. */
    async sign(actor: Actor, { password, ...input }: Signature): Promise<string> {
      const signature = { ...input, recallSeconds: settings.now().reportRecallSeconds }
      if (password === undefined) {
        if (await isPasswordNeeded(actor)) throw new AppError('SIGNATURE_PASSWORD_NEEDED')
        const proof = await prove(actor, signature)
        return db.transaction((tx) => signReport(tx, actor, signature, proof))
      }
      await demandPassword(actor, password)
      const proof = await prove(actor, signature)
      return db.transaction(async (tx) => {
        const versionId = await signReport(tx, actor, signature, proof)
        await confirmSigning(tx, actor.sessionId)
        return versionId
      })
    },
  }
}
