import type { ProviderRefusal } from '@readroom/contracts/access/sign-in'
import type { Role } from '@readroom/contracts/core/permissions'
import { noPassword } from '@readroom/db/access/passwords'
import { findLabOfIdentifier, findLinkedUser, insertIdentity } from '@readroom/db/access/provider-sign-ins'
import { audit } from '@readroom/db/core/audit'
import type { Tx } from '@readroom/db/core/client'
import { insertDoctorProfile } from '@readroom/db/people/doctors'
import { insertLabStaff } from '@readroom/db/people/labs'
import { type Account, findAccountById, findUserByEmail, insertUser, updateUser } from '@readroom/db/people/users'
import { z } from 'zod'
import type { Config } from '../../core/config.ts'
import type { Client } from '../../core/http/client.ts'
import type { ProviderClaims } from '../security/provider.ts'

type Found = { account: Account } | { refusal: ProviderRefusal }

const refused = (refusal: ProviderRefusal): Found => ({ refusal })

/** Returns the values of a claim, which may be a single value or a list. */
const valuesOf = (claims: ProviderClaims, name: string | undefined): string[] =>
  name === undefined ? [] : z.array(z.string()).catch([]).parse([claims[name]].flat())

/** Returns the role that the claims give, or null if they give none or several. */
function roleOf(config: Config, claims: ProviderClaims): Role | null {
  const roles = valuesOf(claims, config.OIDC_ROLE_CLAIM).flatMap((value) => config.OIDC_ROLES?.get(value) ?? [])
  const [role = null, ...others] = new Set(roles)
  return others.length === 0 ? role : null
}

/** Links an existing account. Callers check that an administrator allowed it and that the provider verified the address. */
async function link(
  tx: Tx,
  account: Account,
  { iss: issuer, sub: subject }: ProviderClaims,
  { address }: Client,
): Promise<boolean> {
  if (!(await insertIdentity(tx, { issuer, subject, userId: account.id }))) return false
  await updateUser(tx, account.id, { providerLinkAllowed: false })
  const entry = { action: 'provider_link.made' as const, target: { type: 'user', id: account.id } }
  await audit(tx, { userId: account.id, address }, entry)
  return true
}

/** Makes an account with the role, and the laboratory of laboratory staff, that the claims give. */
async function create(tx: Tx, config: Config, claims: ProviderClaims, email: string, client: Client): Promise<Found> {
  const role = roleOf(config, claims)
  if (config.OIDC_NEW_ACCOUNTS === 'off' || !role) return refused('unknown')
  const [identifier] = valuesOf(claims, config.OIDC_LAB_CLAIM)
  const labId = role === 'lab_staff' && identifier !== undefined ? await findLabOfIdentifier(tx, identifier) : null
  if (role === 'lab_staff' && labId === null) return refused('unknown')
  const person = { email, username: email, fullName: claims.name?.trim() || email, role, passwordHash: noPassword }
  const id = await insertUser(tx, person)
  if (labId !== null) await insertLabStaff(tx, id, labId)
  if (role === 'doctor_account') await insertDoctorProfile(tx, id, {})
  const target = { target: { type: 'user', id } }
  await audit(
    tx,
    { userId: null, address: client.address },
    { action: 'user.created', ...target, details: { role, provider: true } },
  )
  const account = await findAccountById(tx, id)
  if (!account || !(await link(tx, account, claims, client))) throw new Error('the account was not made')
  return { account }
}

/**
 * Finds or makes the account of a user who is not linked, or whose linked account was removed. Claims alone never restore a removed account.
 * Only an address that the provider has verified counts: others take over nothing and make nothing.
 */
async function findOrCreate(tx: Tx, config: Config, claims: ProviderClaims, client: Client, wasRemoved: boolean): Promise<Found> {
  const { email, email_verified: isVerified } = claims
  if (email === undefined || isVerified !== true) return refused('unverified')
  const account = await findUserByEmail(tx, email)
  if (!account && wasRemoved) return refused('not-allowed')
  if (!account) return create(tx, config, claims, email, client)
  if (!account.providerLinkAllowed || !(await link(tx, account, claims, client))) return refused('not-allowed')
  return { account }
}

/**
 * Returns the account of the provider's user. Issuer and subject, which never change, identify a linked one; others go through `findOrCreate`.
 * If the claims give a role, it must be the account's: signing in changes no role.
 */
export async function findProviderAccount(tx: Tx, config: Config, claims: ProviderClaims, client: Client): Promise<Found> {
  const linked = await findLinkedUser(tx, claims.iss, claims.sub)
  const isRemoved = linked?.isRemoved ?? false
  const account = linked && !isRemoved ? await findAccountById(tx, linked.userId) : null
  const found = account ? { account } : await findOrCreate(tx, config, claims, client, isRemoved)
  if ('account' in found && config.OIDC_ROLE_CLAIM !== undefined && roleOf(config, claims) !== found.account.role)
    return refused('role')
  return found
}
