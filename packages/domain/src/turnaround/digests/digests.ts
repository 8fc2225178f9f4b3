import { AppError } from '@readroom/contracts/core/errors'
import type { DigestFields, DigestFrequency } from '@readroom/contracts/turnaround/digests'
import type { TurnaroundGroup } from '@readroom/contracts/turnaround/turnaround-report'
import type { DoctorWorkload, Waiting } from '@readroom/contracts/turnaround/workload'
import type { Actor } from '@readroom/db/core/actor'
import { audit } from '@readroom/db/core/audit'
import type { Db, OpenDb, Tx } from '@readroom/db/core/client'
import { findDoctorGroup, holdDoctorGroup } from '@readroom/db/people/doctor-groups'
import { listLabNames } from '@readroom/db/people/labs'
import { listAdminAddresses } from '@readroom/db/people/users'
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
import { countWaitingOf, listLabWorkloads } from '@readroom/db/turnaround/workload'
import { emitJob } from '../../core/outbox.ts'
import { listDoctorsByNeed } from '../workload.ts'
import { type DigestPeriod, digestPeriodAt, nextDigestAt } from './digest-times.ts'

/** An instant, and the IANA name of the clinic's zone. */
type Clock = { now: Date; zone: string }

/** What the audit log may hold: no addresses. */
const recorded = (id: string, { labIds, groupId, frequency, sendAt, recipients }: DigestFields) => ({
  target: { type: 'digest', id },
  details: { labIds, groupId, frequency, sendAt, recipients: recipients.length },
})

async function demandLabs(tx: Tx, { labIds }: DigestFields): Promise<void> {
  if (labIds === null) return
  const known = await listLabNames(tx, labIds)
  if (known.length < new Set(labIds).size) throw new AppError('LAB_NOT_FOUND')
}

/** A digest of a group names its doctors, which only administrators may see. */
async function demandGroup(tx: Tx, { groupId, recipients }: DigestFields): Promise<void> {
  if (groupId === null) return
  if (!(await holdDoctorGroup(tx, groupId))) throw new AppError('DOCTOR_GROUP_NOT_FOUND')
  const admins = await listAdminAddresses(tx, recipients)
  const address = recipients.find((recipient) => !admins.includes(recipient.toLowerCase()))
  if (address !== undefined) throw new AppError('NOT_AN_ADMIN_ADDRESS', { address })
}

async function lock(tx: Tx, id: string): Promise<DigestRow> {
  const digest = await lockDigest(tx, id)
  if (!digest) throw new AppError('DIGEST_NOT_FOUND')
  return digest
}

/** Returns the new digest's id. Throws LAB_NOT_FOUND, DOCTOR_GROUP_NOT_FOUND, NOT_AN_ADMIN_ADDRESS. */
export async function createDigest(tx: Tx, actor: Actor, fields: DigestFields, { now, zone }: Clock): Promise<string> {
  await demandLabs(tx, fields)
  await demandGroup(tx, fields)
  const id = await insertDigest(tx, { ...fields, nextAt: nextDigestAt(fields, now, zone) })
  await audit(tx, actor, { action: 'digest.created', ...recorded(id, fields) })
  return id
}

/** Throws DIGEST_NOT_FOUND, LAB_NOT_FOUND, DOCTOR_GROUP_NOT_FOUND, NOT_AN_ADMIN_ADDRESS, CONFLICT. */
export async function changeDigest(
  tx: Tx,
  actor: Actor,
  { digestId, version, ...fields }: DigestFields & { digestId: string; version: number },
  { now, zone }: Clock,
): Promise<void> {
  const digest = await lock(tx, digestId)
  if (digest.version !== version) throw new AppError('CONFLICT')
  await demandLabs(tx, fields)
  await demandGroup(tx, fields)
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

const sumOf = (groups: readonly TurnaroundGroup[], count: (group: TurnaroundGroup) => number) =>
  groups.reduce((sum, group) => sum + count(group), 0)

/** Returns the figures of a group: the reports that its doctors made, and the waiting studies that they have. */
async function figuresOfGroup(db: Db, { groupId, period, zone }: { groupId: string; period: DigestPeriod; zone: string }) {
  const group = await findDoctorGroup(db, groupId)
  if (!group) return null
  const { name, doctorIds } = group
  const filters = { dateType: 'reportDate' as const, ...period }
  const [{ reported, median, percentile90, doctors }, waiting, works] = await Promise.all([
    summariseTurnaround(db, { caller: everything, filters, zone, reporterIds: doctorIds }),
    countWaitingOf(db, doctorIds),
    listDoctorsByNeed(db, zone),
  ])
  const inTime = { due: sumOf(doctors, ({ due }) => due), inTime: sumOf(doctors, (doctor) => doctor.inTime) }
  const times = median === null || percentile90 === null ? null : { reported, median, percentile90, ...inTime }
  return {
    rows: [{ name, ...waiting, turnaround: times }],
    doctors: works.filter(({ doctorId }) => doctorIds.includes(doctorId)),
  }
}

/** Returns the figures of laboratories, and of each doctor if it tells of all laboratories. Null: all of the laboratories are gone. */
async function figuresOfLabs(db: Db, { labIds, period, zone }: { labIds: string[] | null; period: DigestPeriod; zone: string }) {
  const isAsked = (labId: string | null) => labIds === null || (labId !== null && labIds.includes(labId))
  const filters = { dateType: 'reportDate' as const, ...period }
  const [summary, works, doctors] = await Promise.all([
    summariseTurnaround(db, { caller: everything, filters, zone }),
    listLabWorkloads(db, zone),
    labIds === null ? listDoctorsByNeed(db, zone) : [],
  ])
  const rows = works
    .filter(({ labId }) => isAsked(labId))
    .map((work) => ({ ...work, turnaround: summary.laboratories.find(({ value }) => value === work.labId) ?? null }))
  return rows.length === 0 ? null : { rows, doctors }
}

/**
 * Returns the figures of a digest for one address: the turnaround of the period and the present work of each laboratory or of the group, and of each
 * doctor if it tells of a group or of all laboratories. Null if the digest, its group or all of its laboratories are gone, or if it tells of a group and
 * the address is no administrator's any more.
 */
export async function readDigest(
  db: Db,
  { digestId, address }: { digestId: string; address: string },
  period: DigestPeriod,
  zone: string,
): Promise<DigestFigures | null> {
  const digest = await findDigest(db, digestId)
  if (!digest) return null
  const { frequency, labIds, groupId } = digest
  if (groupId !== null && (await listAdminAddresses(db, [address])).length === 0) return null
  const figures = await (groupId === null
    ? figuresOfLabs(db, { labIds, period, zone })
    : figuresOfGroup(db, { groupId, period, zone }))
  return figures && { frequency, ...figures }
}

type Times = Pick<TurnaroundGroup, 'reported' | 'median' | 'percentile90' | 'due' | 'inTime'>
export type DigestFigures = {
  frequency: DigestFrequency
  /** Laboratories, or the group. */
  rows: (Waiting & { name: string; turnaround: Times | null })[]
  doctors: DoctorWorkload[]
}
