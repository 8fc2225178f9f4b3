import { type SignIn, signInActions, signInHistoryEndpoints, signInPageSize } from '@readroom/contracts/access/sign-in-history'
import { isAuditAction } from '@readroom/contracts/core/audit-actions'
import { AppError } from '@readroom/contracts/core/errors'
import { listQuietEnds } from '@readroom/db/access/sessions'
import { audit } from '@readroom/db/core/audit'
import { findAuditPlace, listSignIns } from '@readroom/db/operations/audit-log'
import { findUser } from '@readroom/db/people/users'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Context } from '../../core/context.ts'
import { mount } from '../../core/http/mount.ts'

const Reason = z.object({ reason: z.string() })

type Row = Awaited<ReturnType<typeof listSignIns>>[number]

/** Leaves out the address of an administrator, which the account's owner must not see. */
function toSignIn(userId: string, { id, at, action, actorUserId, address, details }: Row): SignIn[] {
  if (!isAuditAction(action)) return []
  const byAdministrator = actorUserId !== null && actorUserId !== userId
  const reason = Reason.safeParse(details).data?.reason ?? null
  return [{ entry: id, at: at.toISOString(), action, address: byAdministrator ? null : address, reason, byAdministrator }]
}

const toQuietEnd = ({ at, reason, address }: Awaited<ReturnType<typeof listQuietEnds>>[number]): SignIn => ({
  entry: null,
  at: at.toISOString(),
  action: 'session.ended',
  address,
  reason,
  byAdministrator: false,
})

export function signInRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context

  /** Returns one page of an account's history. An unknown `from` gives an empty page. */
  async function readPage(userId: string, from: number | undefined) {
    const before = from === undefined ? null : await findAuditPlace(db, from)
    if (from !== undefined && before === null) return { data: [], next: null }
    const rows = await listSignIns(db, { userId, actions: signInActions, before, limit: signInPageSize + 1 })
    const shown = rows.slice(0, signInPageSize)
    const last = rows.length > signInPageSize ? shown.at(-1) : undefined
    const { idleMinutes } = context.settings.now()
    const during = { from: last?.at ?? null, until: before?.at ?? null, limit: signInPageSize }
    const ends = (await listQuietEnds(db, { userId, idleMinutes, ...during })).map(toQuietEnd)
    const data = [...ends, ...shown.flatMap((row) => toSignIn(userId, row))].toSorted((a, b) => b.at.localeCompare(a.at))
    return { data, next: last?.id ?? null }
  }

  async function readOfUser(userId: string, before: number | undefined) {
    if (!(await findUser(db, userId))) throw new AppError('USER_NOT_FOUND')
    return readPage(userId, before)
  }

  mount(app, context, signInHistoryEndpoints.own, async ({ actor, query }) => readPage(actor.userId, query.before))
  mount(
    app,
    context,
    signInHistoryEndpoints.ofUser,
    async ({ actor, params: { userId }, query: { before } }) => {
      const page = await readOfUser(userId, before)
      if (before === undefined) await audit(db, actor, { action: 'sign_ins.viewed', target: { type: 'user', id: userId } })
      return page
    },
    ({ params, query }) => readOfUser(params.userId, query.before),
  )
}
