import { AppError } from '@readroom/contracts/core/errors'
import type { DigestFields } from '@readroom/contracts/turnaround/digests'
import type { Actor } from '@readroom/db/core/actor'
import { audit } from '@readroom/db/core/audit'
import type { Db, OpenDb, Tx } from '@readroom/db/core/client'
import { listLabNames } from '@readroom/db/people/labs'
import {
  type DigestRow,
  deleteDigest,
  findDigest,
  insertDigest,
  lockDigest,
  lockDueDigests,
  markDigestSent,
  updateDigest,
} from '@readroom/db/turnaround/digests'
import { summariseTurnaround } from '@readroom/db/turnaround/turnaround-summary'
import { listLabWorkloads } from '@readroom/db/turnaround/workload'
import { emitJob } from '../core/outbox.ts'
import { type DigestPeriod, digestPeriodAt, nextDigestAt } from './digest-times.ts'
import { listDoctorsByNeed } from './workload.ts'

/** An instant, and the IANA name of the clinic's zone. */
type Clock = { now: Date; zone: string }

/** What the audit log may hold: no addresses. */
const recorded = (id: string, { labIds, frequency, sendAt, recipients }: DigestFields) => ({
  target: { type: 'digest', id },
  details: { labIds, frequency, sendAt, recipients: recipients.length },
})

async function demandLabs(tx: Tx, { labIds }: DigestFields): Promise<void> {
  if (labIds === null) return
  const known = await listLabNames(tx, labIds)
  if (known.length < new Set(labIds).size) throw new AppError('LAB_NOT_FOUND')
}

async function lock(tx: Tx, id: string): Promise<DigestRow> {
  const digest = await lockDigest(tx, id)
  if (!digest) throw new AppError('DIGEST_NOT_FOUND')
  return digest
}

/** Returns the new digest's id. Throws LAB_NOT_FOUND. */
export async function createDigest(tx: Tx, actor: Actor, fields: DigestFields, { now, zone }: Clock): Promise<string> {
  await demandLabs(tx, fields)
  const id = await insertDigest(tx, { ...fields, nextAt: nextDigestAt(fields, now, zone) })
  await audit(tx, actor, { action: 'digest.created', ...recorded(id, fields) })
  return id
}

/** Throws DIGEST_NOT_FOUND, LAB_NOT_FOUND, CONFLICT. */
export async function changeDigest(
  tx: Tx,
  actor: Actor,
  { digestId, version, ...fields }: DigestFields & { digestId: string; version: number },
  { now, zone }: Clock,
): Promise<void> {
  const digest = await lock(tx, digestId)
  if (digest.version !== version) throw new AppError('CONFLICT')
  await demandLabs(tx, fields)
  await updateDigest(tx, digestId, { ...fields, nextAt: nextDigestAt(fields, now, zone) })
  await audit(tx, actor, { action: 'digest.changed', ...recorded(digestId, fields) })
}

/** Throws DIGEST_NOT_FOUND. */
export async function removeDigest(tx: Tx, actor: Actor, digestId: string): Promise<void> {
  const digest = await lock(tx, digestId)
  await deleteDigest(tx, digestId)
  await audit(tx, actor, { action: 'digest.deleted', ...recorded(digestId, digest) })
}

/** Queues the newest digest for the actor alone. Throws DIGEST_NOT_FOUND. */
export async function sendDigestNow(tx: Tx, actor: Actor, digestId: string, { now, zone }: Clock): Promise<void> {
  const { frequency } = await lock(tx, digestId)
  await audit(tx, actor, { action: 'digest.sent', target: { type: 'digest', id: digestId } })
  await emitJob(tx, 'digest.send', { digestId, address: actor.email, ...digestPeriodAt(frequency, now, zone) })
}

/** Queues the emails of the digests that are due. After an outage each is sent once, about the newest period. */
export async function queueDueDigests(db: OpenDb, zone: string): Promise<void> {
  await db.transaction(async (tx) => {
    for (const { digest, now } of await lockDueDigests(tx)) {
      const period = digestPeriodAt(digest.frequency, now, zone)
      await markDigestSent(tx, digest.id, { lastSentAt: now, nextAt: nextDigestAt(digest, now, zone) })
      for (const address of digest.recipients) await emitJob(tx, 'digest.send', { digestId: digest.id, address, ...period })
    }
  })
}

/** Administrators see everything; a digest leaves out what it is not about. */
const everything = { role: 'admin', labId: null, doctorId: null } as const

/**
 * Returns the figures of a digest: the turnaround of the period and the present work of each laboratory, and of each doctor if it tells of all
 * laboratories. Null if the digest or all of its laboratories are gone.
 */
export async function readDigest(db: Db, digestId: string, period: DigestPeriod, zone: string) {
  const digest = await findDigest(db, digestId)
  if (!digest) return null
  const { labIds } = digest
  const isAsked = (labId: string | null) => labIds === null || (labId !== null && labIds.includes(labId))
  const filters = { dateType: 'reportDate' as const, ...period }
  const [summary, works, doctors] = await Promise.all([
    summariseTurnaround(db, { caller: everything, filters, zone }),
    listLabWorkloads(db, zone),
    labIds === null ? listDoctorsByNeed(db, zone) : [],
  ])
  const labs = works
    .filter(({ labId }) => isAsked(labId))
    .map((work) => ({ ...work, turnaround: summary.laboratories.find(({ value }) => value === work.labId) ?? null }))
  return labs.length === 0 ? null : { frequency: digest.frequency, labs, doctors }
}
export type DigestFigures = NonNullable<Awaited<ReturnType<typeof readDigest>>>
