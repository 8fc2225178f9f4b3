import { type UserAccount, userEndpoints } from '@readroom/contracts/people/users'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../core/context.ts'
import { emailWords } from '../../core/email-words.ts'
import { mount } from '../../core/http/mount.ts'
import { createAccountChanges } from './account-changes.service.ts'
import { createUserService } from './users.service.ts'

type Listed = Awaited<ReturnType<ReturnType<typeof createUserService>['list']>>['rows'][number]

const toUserAccount = ({ id, lastUsedAt, invitationEnds, updatedAt, ...user }: Listed): UserAccount => ({
  _id: id,
  ...user,
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
  invitationEnds: invitationEnds?.toISOString() ?? null,
  updatedAt: updatedAt.toISOString(),
})

export function userRoutes(app: FastifyInstance, context: Context): void {
  const users = createUserService(context)
  const accounts = createAccountChanges(context)

  mount(app, context, userEndpoints.registerAdmin, async ({ actor, body }) => {
    const username = await users.registerAdmin(actor, body)
    return { message: 'Admin account created successfully', data: { username } }
  })
  mount(app, context, userEndpoints.list, async ({ query }) => {
    const { rows, ...rest } = await users.list(query)
    return { data: rows.map(toUserAccount), ...rest }
  })
  mount(app, context, userEndpoints.addStaff, async ({ actor, params, body }) => {
    const { id: _id, isInvited } = await accounts.addStaff(actor, params.labId, body)
    const when = isInvited ? 'was sent' : 'will be sent when the laboratory is activated'
    return { message: `Staff account created. ${emailWords(context.config, `A generated password ${when}.`)}`, data: { _id } }
  })
  mount(app, context, userEndpoints.update, async ({ actor, params, body }) => {
    await accounts.update(actor, params.userId, body)
    return { message: 'Account updated' }
  })
  mount(app, context, userEndpoints.remove, async ({ actor, params }) => {
    await accounts.remove(actor, params.userId)
    return { message: 'Account removed' }
  })
  mount(app, context, userEndpoints.endSessions, async ({ actor, params }) => {
    const ended = await users.endSessions(actor, params.userId)
    return { message: 'Sessions ended', ended }
  })
  mount(app, context, userEndpoints.sendPassword, async ({ actor, params }) => {
    await users.sendPassword(actor, params.userId)
    return { message: emailWords(context.config, 'A new generated password is being emailed') }
  })
  mount(app, context, userEndpoints.resetSecondFactor, async ({ actor, params }) => {
    await users.resetSecondFactor(actor, params.userId)
    return { message: 'Second factor reset' }
  })
  mount(app, context, userEndpoints.allowProviderLink, async ({ actor, params, body }) => {
    await users.allowProviderLink(actor, params.userId, body.isAllowed)
    return { message: body.isAllowed ? 'Linking allowed' : 'Linking not allowed' }
  })
  mount(app, context, userEndpoints.setActive, async ({ actor, params, body }) => {
    await users.setActive(actor, params.userId, body.isActive)
    return { message: body.isActive ? 'Account activated' : 'Account deactivated' }
  })
}
