import type { ProviderRefusal } from '@readroom/contracts/access/sign-in'
import { AppError } from '@readroom/contracts/core/errors'
import {
  beginProviderSignIn,
  findProviderToken,
  storeProviderUser,
  takeExpected,
  takeProviderUser,
} from '@readroom/db/access/provider-sign-ins'
import { audit } from '@readroom/db/core/audit'
import { findAccountById } from '@readroom/db/people/users'
import type { Context } from '../../core/context.ts'
import type { Client } from '../../core/http/client.ts'
import { createProvider, type Provider } from '../security/provider.ts'
import type { Seal } from '../security/seal.ts'
import { findProviderAccount } from './provider-account.ts'
import { refusalOf, type SignIn, type SignInOutcome } from './sign-in.service.ts'

class Refused extends Error {
  readonly refusal: ProviderRefusal
  constructor(refusal: ProviderRefusal) {
    super(refusal)
    this.refusal = refusal
  }
}

/** Signs in at the OpenID provider: leads there, reads its answer and opens a session. */
export function createProviderSignIn({ db, config }: Pick<Context, 'db' | 'config'>, signIn: SignIn, seal: Seal) {
  const provider = config.OIDC_ISSUER === undefined ? null : createProvider(config, config.OIDC_ISSUER)

  function demandProvider(): Provider {
    if (!provider) throw new AppError('NOT_FOUND')
    return provider
  }

  async function refuse({ address }: Client, reason: ProviderRefusal): Promise<{ refusal: ProviderRefusal }> {
    await audit(db, { userId: null, address }, { action: 'provider.refused', details: { reason } })
    return { refusal: reason }
  }

  return {
    /** Throws NOT_FOUND if no provider is configured. */
    check: (): void => void demandProvider(),

    /** Returns the provider's address and the secret for the browser's cookie. Throws NOT_FOUND, PROVIDER_UNAVAILABLE. */
    async begin(): Promise<{ url: string; secret: string }> {
      const { url, expected } = await demandProvider().begin()
      return { url, secret: await beginProviderSignIn(db, expected) }
    },

    /** Reads the provider's answer, once. Returns the browser's secret for `finish`, or the reason for a refusal. */
    async comeBack(secret: string, query: string, client: Client): Promise<{ secret: string } | { refusal: ProviderRefusal }> {
      const there = demandProvider()
      const expected = await takeExpected(db, secret)
      const said = expected && (await there.finish(query, expected))
      if (!said) return refuse(client, 'failed')
      const providerToken = await seal.close(said.token)
      const hasSecondFactor = config.OIDC_SECOND_FACTORS.some((ways) => ways.every((way) => said.claims.amr.includes(way)))
      try {
        const kept = await db.transaction(async (tx) => {
          const found = await findProviderAccount(tx, config, said.claims, client)
          // Thrown, so that the transaction rolls back a new link or account.
          if ('refusal' in found) throw new Refused(found.refusal)
          return storeProviderUser(tx, { userId: found.account.id, providerToken, hasSecondFactor })
        })
        return { secret: kept }
      } catch (error) {
        if (error instanceof Refused) return refuse(client, error.refusal)
        throw error
      }
    },

    /** Opens the session, or asks for the account's second factor unless the provider did. Throws SIGN_IN_EXPIRED, ACCOUNT_INACTIVE. */
    async finish(secret: string, client: Client): Promise<SignInOutcome> {
      const came = await takeProviderUser(db, secret)
      const account = came?.userId ? await findAccountById(db, came.userId) : null
      if (!came || !account) throw new AppError('SIGN_IN_EXPIRED')
      const refusal = refusalOf(account)
      if (refusal) return signIn.refuseAccount(refusal, client, account)
      const secondFactor = came.hasSecondFactor ? 'provider' : null
      return signIn.continueSignIn(account, client, { secondFactor, providerToken: came.providerToken })
    },

    /** Returns the address that signs out at the provider too, or null if the session did not begin there. */
    async signOutUrl(sessionId: string): Promise<string | null> {
      const sealed = provider && (await findProviderToken(db, sessionId))
      return provider && sealed ? provider.signOutUrl(await seal.open(sealed)) : null
    },
  }
}
