import { randomUUID } from 'node:crypto'
import type { SecondStep, SecondStepMethod, User } from '@readroom/contracts/auth'
import { AppError, type ErrorCode } from '@readroom/contracts/errors'
import { splitName } from '@readroom/contracts/names'
import { challengeMinutes } from '@readroom/contracts/sign-in'
import type { Actor } from '@readroom/db/actor'
import { audit } from '@readroom/db/audit'
import type { Tx } from '@readroom/db/client'
import { findSecondFactors } from '@readroom/db/queries/second-factors'
import { insertSession, listSessionAddresses } from '@readroom/db/queries/sessions'
import { createChallenge } from '@readroom/db/queries/sign-in-challenges'
import { type Account, holdUser } from '@readroom/db/queries/users'
import type { Context } from '../../context.ts'
import type { Client } from '../../http/client.ts'
import { findActors } from '../../http/session.ts'
import { networkOf } from '../../security/network.ts'

/** What a token says; the route signs it. */
export type TokenClaims = { sid: string; jti: string }

/** Where a sign-in has led: into a session, or to its second step. */
export type SignInOutcome = { claims: TokenClaims; user: User } | { secondStep: SecondStep }

type SecondFactorUsed = Parameters<typeof insertSession>[1]['secondFactor']
/**
 * `byPassword`: the step was the account's password. `settle`: what a right first step changes, in the transaction that goes on from it.
 */
type FirstStep = {
  secondFactor?: 'provider' | null
  providerToken?: string | null
  byPassword?: boolean
  settle?: (tx: Tx) => Promise<void>
}
/** `providerToken`: of a first step at the OpenID provider, its sealed ID token. */
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

/** Why a right first step does not open the account, or null. */
export function refusalOf({ isActive, labIsActive }: Account): ErrorCode | null {
  return isActive && labIsActive ? null : 'ACCOUNT_INACTIVE'
}

function methodsOf({ totp, passkeys, recoveryCodes }: Awaited<ReturnType<typeof findSecondFactors>>): SecondStepMethod[] {
  return [
    ...(passkeys > 0 ? (['passkey'] as const) : []),
    ...(totp ? (['totp'] as const) : []),
    ...(recoveryCodes > 0 && (totp || passkeys > 0) ? (['recovery-code'] as const) : []),
  ]
}

/** What all ways of signing in end in. */
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
    /** From the address of a session of the last weeks. A stranger who guesses from elsewhere makes nobody wait there. */
    async isKnownPlace(account: Account | null, network: string): Promise<boolean> {
      const addresses = account ? await listSessionAddresses(db, account.id) : []
      return addresses.some((address) => networkOf(address) === network)
    },

    async refuseAccount(code: ErrorCode, { address }: Client, { id }: Account): Promise<never> {
      const entry = { action: 'login.refused' as const, target: { type: 'user', id }, details: { reason: code } }
      await audit(db, { userId: null, address }, entry)
      throw new AppError(code)
    },

    /**
     * After a right first step: the session, or what the second step needs. Throws INVALID_CREDENTIALS, ACCOUNT_INACTIVE where that is no longer so.
     */
    async continueSignIn(
      account: Account,
      client: Client,
      { secondFactor = null, providerToken = null, byPassword = false, settle }: FirstStep = {},
    ): Promise<SignInOutcome> {
      const next = await db.transaction(async (tx) => {
        // Held: what ends the account's sessions, a new password or a first second step, ends this one too, or comes before it.
        const present = await holdUser(tx, account.id)
        if (!present?.isActive) throw new AppError('ACCOUNT_INACTIVE')
        if (byPassword && present.passwordHash !== account.passwordHash) throw new AppError('INVALID_CREDENTIALS')
        await settle?.(tx)
        const methods = secondFactor ? [] : methodsOf(await findSecondFactors(tx, account.id))
        if (methods.length === 0) return { claims: await insert(tx, account, client, { secondFactor, providerToken }) }
        return { methods, challenge: await beginSecondStep(tx, account, client, providerToken) }
      })
      if ('claims' in next) return outcomeOf(next.claims)
      return { secondStep: { ...next, expiresIn: `${challengeMinutes}m` } }
    },

    insert,
    outcomeOf,
  }
}

export type SignIn = ReturnType<typeof createSignIn>
