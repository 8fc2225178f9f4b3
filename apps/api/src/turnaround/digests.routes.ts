import { type Digest, digestEndpoints as endpoints } from '@readroom/contracts/turnaround/digests'
import { listDoctorGroups } from '@readroom/db/people/doctor-groups'
import { listLabNames } from '@readroom/db/people/labs'
import { type DigestRow, listDigests } from '@readroom/db/turnaround/digests'
import { changeDigest, createDigest, removeDigest, sendDigestNow } from '@readroom/domain/turnaround/digests/digests'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../core/context.ts'
import { mount, mountOnce } from '../core/http/mount.ts'

type Names = { labs: ReadonlyMap<string, string>; groups: ReadonlyMap<string, string> }

function toDigest(digest: DigestRow, { labs, groups }: Names): Digest {
  const { id, labIds, groupId, frequency, sendAt, recipients, nextAt, lastSentAt, version } = digest
  return {
    _id: id,
    labIds,
    labNames: labIds?.flatMap((labId) => labs.get(labId) ?? []) ?? null,
    groupId,
    groupName: groupId === null ? null : (groups.get(groupId) ?? null),
    frequency,
    sendAt,
    recipients,
    nextAt: nextAt.toISOString(),
    lastSentAt: lastSentAt?.toISOString() ?? null,
    version,
  }
}

export function digestRoutes(app: FastifyInstance, context: Context): void {
  const { db, settings } = context
  const clock = () => ({ now: new Date(), zone: settings.now().clinicTimeZone })

  mount(app, context, endpoints.list, async () => {
    const digests = await listDigests(db)
    const labs = await listLabNames(
      db,
      digests.flatMap(({ labIds }) => labIds ?? []),
    )
    const groups = await listDoctorGroups(db)
    const names = {
      labs: new Map(labs.map(({ id, name }) => [id, name])),
      groups: new Map(groups.map(({ id, name }) => [id, name])),
    }
    return { digests: digests.map((digest) => toDigest(digest, names)) }
  })
  mountOnce(app, context, endpoints.create, async (tx, { actor, body }) => ({
    message: 'Digest saved',
    _id: await createDigest(tx, actor, body, clock()),
  }))
  mount(app, context, endpoints.update, async ({ actor, params, body }) => {
    await db.transaction((tx) => changeDigest(tx, actor, { ...params, ...body }, clock()))
    return { message: 'Digest saved' }
  })
  mount(app, context, endpoints.remove, async ({ actor, params }) => {
    await db.transaction((tx) => removeDigest(tx, actor, params.digestId))
    return { message: 'Digest deleted' }
  })
  mountOnce(app, context, endpoints.sendNow, async (tx, { actor, params }) => {
    await sendDigestNow(tx, actor, params.digestId, clock())
    return { address: actor.email }
  })
}
