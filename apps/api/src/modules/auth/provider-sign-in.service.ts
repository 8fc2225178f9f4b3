import { AppError } from '@readroom/contracts/errors'
import type { ProviderRefusal } from '@readroom/contracts/sign-in'
import { audit } from '@readroom/db/audit'
import {
  beginProviderSignIn,
  findProviderToken,
  storeProviderUser,
  takeExpected,
  takeProviderUser,
} from '@readroom/db/queries/provider-sign-ins'
import { findAccountById } from '@readroom/db/queries/users'
import type { Context } from '../../context.ts'
import type { Client } from '../../http/client.ts'
import { createProvider, type Provider } from '../../security/provider.ts'
import type { Seal } from '../../security/seal.ts'
import { findProviderAccount } from './provider-account.ts'
import { refusalOf, type SignIn, type SignInOutcome } from './sign-in.service.ts'

/** Ways of asking that are a second factor (RFC 8176). */
const secondFactors = ['mfa', 'otp', 'hwk', 'swk', 'fpt', 'face', 'iris']

class Refused extends Error {
  readonly refusal: ProviderRefusal
  constructor(refusal: ProviderRefusal) {
    super(refusal)
    this.refusal = refusal
  }
}

/** Sign-ins at the OpenID provider: to it, back, and into a session. */
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
    /** Throws NOT_FOUND where none is configured. */
    check: (): void => void demandProvider(),

    /** Where the browser goes, and what it keeps meanwhile. Throws NOT_FOUND, PROVIDER_UNAVAILABLE. */
    async begin(): Promise<{ url: string; secret: string }> {
      const { url, expected } = await demandProvider().begin()
      return { url, secret: await beginProviderSignIn(db, expected) }
    },

    /** Reads the provider's answer: what the browser keeps until it finishes, or why it leads nowhere. Each answer is read once. */
    async comeBack(secret: string, query: string, client: Client): Promise<{ secret: string } | { refusal: ProviderRefusal }> {
      const there = demandProvider()
      const expected = await takeExpected(db, secret)
      const said = expected && (await there.finish(query, expected))
      if (!said) return refuse(client, 'failed')
      const providerToken = await seal.close(said.token)
      const hasSecondFactor = said.claims.amr.some((way) => secondFactors.includes(way))
      try {
        const kept = await db.transaction(async (tx) => {
          const found = await findProviderAccount(tx, config, said.claims, client)
          // Thrown, so that nothing of a link or an account stays.
          if ('refusal' in found) throw new Refused(found.refusal)
          return storeProviderUser(tx, { userId: found.account.id, providerToken, hasSecondFactor })
        })
        return { secret: kept }
      } catch (error) {
        if (error instanceof Refused) return refuse(client, error.refusal)
        throw error
      }
    },

    /** The session, or its second step where the account has one that the provider did not ask for. Throws SIGN_IN_EXPIRED, ACCOUNT_INACTIVE. */
    async finish(secret: string, client: Client): Promise<SignInOutcome> {
      const came = await takeProviderUser(db, secret)
      const account = came?.userId ? await findAccountById(db, came.userId) : null
      if (!came || !account) throw new AppError('SIGN_IN_EXPIRED')
      const refusal = refusalOf(account)
      if (refusal) return signIn.refuseAccount(refusal, client, account)
      const secondFactor = came.hasSecondFactor ? 'provider' : null
      return signIn.continueSignIn(account, client, { secondFactor, providerToken: came.providerToken })
    },

    /** Where the browser signs out of the provider too; null for a session that was not begun there. */
    async signOutUrl(sessionId: string): Promise<string | null> {
      const sealed = provider && (await findProviderToken(db, sessionId))
      return provider && sealed ? provider.signOutUrl(await seal.open(sealed)) : null
    },
  }
}
