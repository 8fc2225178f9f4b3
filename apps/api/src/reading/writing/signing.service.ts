import { AppError } from '@readroom/contracts/core/errors'
import { confirmSigning, isSigningConfirmed } from '@readroom/db/access/sessions'
import type { Actor } from '@readroom/db/core/actor'
import { audit } from '@readroom/db/core/audit'
import type { Tx } from '@readroom/db/core/client'
import { findUser } from '@readroom/db/people/users'
import { checkPassword } from '@readroom/domain/access/password-hashes'
import { proofDraft, proofReport, signReport } from '@readroom/domain/reading/report-signing'
import type { Proofs } from '@readroom/pdf/proof'
import { type Attempt, countTries, forgiveTries, inTurn, waitAfter } from '../../access/security/attempts.ts'
import type { Context } from '../../core/context.ts'

type ReadySignature = Parameters<typeof signReport>[2]
type Signature = Omit<ReadySignature, 'recallSeconds'> & { password?: string | undefined }

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

  /** Signs in a transaction. If it is not known whether the report can be printed, it is printed first, outside of one. */
  async function signProved(actor: Actor, signature: ReadySignature, also: (tx: Tx) => Promise<void>): Promise<string> {
    const attempt = () =>
      db.transaction(async (tx) => {
        const versionId = await signReport(tx, actor, signature, proofs.outcomeOf)
        await also(tx)
        return versionId
      })
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'REPORT_UNCHECKED') throw error
    }
    const printed = await db.transaction((tx) => proofReport(tx, actor, signature))
    if (printed) await proofs.tryNow(actor.userId, printed)
    return attempt()
  }

  return {
    isPasswordNeeded,

    /** Prints a saved draft when there is time, so that its signature need not wait. */
    proveLater(actor: Actor, saved: Omit<Parameters<typeof proofDraft>[2], 'meaning'>): void {
      const printed = db.transaction((tx) => proofDraft(tx, actor, { ...saved, meaning: 'final' }))
      // The signature meets any error again.
      printed.then((report) => proofs.tryLater(actor.userId, report)).catch(() => {})
    },

    /** Signs a report and returns its version's id. Throws the errors of `signReport`, and SIGNATURE_PASSWORD_NEEDED. */
    async sign(actor: Actor, { password, ...input }: Signature): Promise<string> {
      const signature = { ...input, recallSeconds: settings.now().reportRecallSeconds }
      if (password === undefined) {
        if (await isPasswordNeeded(actor)) throw new AppError('SIGNATURE_PASSWORD_NEEDED')
        return signProved(actor, signature, async () => {})
      }
      await demandPassword(actor, password)
      return signProved(actor, signature, (tx) => confirmSigning(tx, actor.sessionId))
    },
  }
}
