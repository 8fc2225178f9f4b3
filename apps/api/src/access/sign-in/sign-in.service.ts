import { randomUUID } from 'node:crypto'
import type { SecondStep, SecondStepMethod, User } from '@readroom/contracts/access/auth'
import { challengeMinutes } from '@readroom/contracts/access/sign-in'
import { AppError, type ErrorCode } from '@readroom/contracts/core/errors'
import { splitName } from '@readroom/contracts/core/names'
import { findSecondFactors, type SecondFactors } from '@readroom/db/access/second-factors'
import { insertSession } from '@readroom/db/access/sessions'
import { createChallenge } from '@readroom/db/access/sign-in-challenges'
import type { Actor } from '@readroom/db/core/actor'
import { audit } from '@readroom/db/core/audit'
import type { Tx } from '@readroom/db/core/client'
import type { Before, Passed } from '@readroom/db/core/locks'
import { type Account, holdUser, type UserRow } from '@readroom/db/people/users'
import type { Context } from '../../core/context.ts'
import type { Client } from '../../core/http/client.ts'
import { findActors } from '../../core/http/session.ts'
import { networkOf } from '../security/network.ts'

/** The content of a token, which the route signs. */
export type TokenClaims = { sid: string; jti: string }

/** The result of a first step: a session, or a request for the second factor. */
export type SignInOutcome = { claims: TokenClaims; user: User } | { secondStep: SecondStep }

type SecondFactorUsed = Parameters<typeof insertSession>[1]['secondFactor']
/** The first step of a sign-in. `byPassword` is true if it was the account's password. `settle` runs in the transaction that continues from it. */
type FirstStep = {
  secondFactor?: 'provider' | null
  providerToken?: string | null
  byPassword?: boolean
  settle?: (tx: Tx) => Promise<void>
}
/** `providerToken` is the sealed ID token of a first step at the OpenID provider. */
type Opening = { secondFactor: SecondFactorUsed; providerToken: string | null }

export function toUser({
  userId,
  email,
  role,
  fullName,
  doctorId,
  mustChangePassword,
  mustEnrol,
}: Pick<Actor, 'userId' | 'email' | 'role' | 'fullName' | 'doctorId' | 'mustChangePassword' | 'mustEnrol'>): User {
  return { _id: userId, email, role, fullName, ...splitName(fullName), doctorId, mustChangePassword, mustEnrol }
}

/** Returns the reason to refuse the account after a right first step, or null. */
export function refusalOf({ isActive, labIsActive }: Account): ErrorCode | null {
  if (!isActive) return 'ACCOUNT_INACTIVE'
  return labIsActive ? null : 'ACCOUNT_LAB_INACTIVE'
}

/** Returns true if the account had a session from this network in recent weeks. Guessing from elsewhere does not delay its owner there. */
export const isKnownPlace = (account: Account | null, network: string): boolean =>
  account?.usedFrom.some((address) => networkOf(address) === network) ?? false

function methodsOf({ totp, passkeys, recoveryCodes }: SecondFactors): SecondStepMethod[] {
  return [
    ...(passkeys > 0 ? (['passkey'] as const) : []),
    ...(totp ? (['totp'] as const) : []),
    ...(recoveryCodes > 0 && (totp || passkeys > 0) ? (['recovery-code'] as const) : []),
  ]
}

/**
 * Locks the account until the transaction ends, so that whoever changes it at the same moment, or ends its sessions, comes before this sign-in or after
 * it. Throws ACCOUNT_INACTIVE.
 */
export async function holdAccount<T extends Before<'account'>>(
  begun: T,
  { id }: Account,
): Promise<[tx: Passed<T, 'account'>, present: Pick<UserRow, 'isActive' | 'passwordHash'>]> {
  const [tx, present] = await holdUser(begun, id)
  if (!present?.isActive) throw new AppError('ACCOUNT_INACTIVE')
  return [tx, present]
}

/** Completes every kind of sign-in. */
export function createSignIn(context: Pick<Context, 'db' | 'config' | 'settings'>) {
  const { db, settings } = context

  async function insert(tx: Tx, { id: userId }: Account, client: Client, how: Opening): Promise<TokenClaims> {
    const jti = randomUUID()
    const { id: sid } = await insertSession(tx, { userId, tokenId: jti, hours: settings.now().sessionHours, ...client, ...how })
    const details = { ...(how.secondFactor && { secondFactor: how.secondFactor }), ...(how.providerToken && { provider: true }) }
    const entry = { action: 'login.succeeded' as const, target: { type: 'session', id: sid }, details }
    await audit(tx, { userId, address: client.address }, entry)
    return { sid, jti }
  }

  async function outcomeOf(claims: TokenClaims): Promise<SignInOutcome> {
    const [actor] = await findActors(context, [claims.sid])
    if (!actor) throw new AppError('ACCOUNT_INACTIVE')
    return { claims, user: toUser(actor) }
  }

  async function beginSecondStep(tx: Tx, { id: userId }: Account, client: Client, providerToken: string | null) {
    const challenge = await createChallenge(tx, { purpose: 'second-step', userId, providerToken })
    const entry = { action: 'login.first_step' as const, target: { type: 'user', id: userId } }
    await audit(tx, { userId: null, address: client.address }, entry)
    return challenge
  }

  return {
    async refuseAccount(code: ErrorCode, { address }: Client, { id }: Account): Promise<never> {
      const entry = { action: 'login.refused' as const, target: { type: 'user', id }, details: { reason: code } }
      await audit(db, { userId: null, address }, entry)
      throw new AppError(code)
    },

    /**
     * Continues after a right first step: opens the session or asks for the second factor. Throws INVALID_CREDENTIALS or ACCOUNT_INACTIVE if the
     * account has changed since.
     */
    async continueSignIn(
      account: Account,
      client: Client,
      { secondFactor = null, providerToken = null, byPassword = false, settle }: FirstStep = {},
    ): Promise<SignInOutcome> {
      return db.transaction(async (begun) => {
        const [tx, present] = await holdAccount(begun, account)
        if (byPassword && present.passwordHash !== account.passwordHash) throw new AppError('INVALID_CREDENTIALS')
        await settle?.(tx)
        const factors = await findSecondFactors(tx, account.id)
        const methods = secondFactor ? [] : methodsOf(factors)
        if (methods.length > 0) {
          const challenge = await beginSecondStep(tx, account, client, providerToken)
          return { secondStep: { methods, challenge, expiresIn: `${challengeMinutes}m` } }
        }
        const claims = await insert(tx, account, client, { secondFactor, providerToken })
        return { claims, user: toUser({ ...account, userId: account.id, mustEnrol: !secondFactor && factors.isRequired }) }
      })
    },

    insert,
    outcomeOf,
  }
}

export type SignIn = ReturnType<typeof createSignIn>
