import type { Obstacle } from '@readroom/contracts/studies/suggestions'
import { isStat } from '@readroom/contracts/studies/urgency'
import type { Db, OpenDb, Tx } from '@readroom/db/core/client'
import type { Before } from '@readroom/db/core/locks'
import {
  type DueMail,
  type EscalatedStudy,
  type EscalationRow,
  endEscalationMails,
  findDueEscalations,
  insertEscalationMessages,
  insertEscalations,
  listEscalationNotices,
  listEscalationPeople,
  lockDueMails,
  lockDueStudies,
  type NewEscalationMessage,
  type Person,
  postponeEscalation,
} from '@readroom/db/studies/escalations/escalations'
import type { StudyRow } from '@readroom/db/studies/studies'
import { emit, emitJob } from '../../core/outbox.ts'
import { expectNow } from '../assignments/expected-now.ts'
import { suggestDoctors } from '../assignments/suggestions.ts'
import { transition } from '../transition.ts'
import { receiversOf } from './escalation-receivers.ts'
import { dueSteps, highestOf, listTrueSteps, nextEscalationAt } from './escalation-steps.ts'
import { quietUntil } from './quiet-hours.ts'

/** Studies that one transaction looks at. */
const batch = 100
/** Steps that one transaction sends emails about: so many that there is one email for each person, also after an outage. */
const mailBatch = 2_000

/** `isOn` false: nobody is told, and steps are passed over. `zone`: IANA name of the clinic's zone, in which quiet hours are meant. */
export type EscalationSettings = { isOn: boolean; zone: string }

type Clock = { now: Date; zone: string }

/** Obstacles that do not count for an emergency: they are about the shares of work. */
const passable: ReadonlySet<Obstacle['kind']> = new Set(['limit', 'declined', 'group'])

/**
 * Leaves out doctors who do not have an emergency and could not read it now: who are away or off shift, or do not read its laboratory or modality. If
 * no doctor could, all stay. The limit of open work, the group of the laboratory and an earlier refusal do not count.
 */
async function withoutIneligible(tx: Tx, people: readonly Person[], study: StudyRow, clock: Clock): Promise<readonly Person[]> {
  const suggestions = await suggestDoctors(tx, [study.id], clock)
  const able = suggestions.flatMap(({ doctorId, obstacles }) =>
    obstacles.every(({ kind }) => passable.has(kind)) ? [doctorId] : [],
  )
  if (able.length === 0) return people
  return people.filter(({ doctorId }) => doctorId === null || study.doctorIds.includes(doctorId) || able.includes(doctorId))
}

/** Tells people live of the steps of a study. Returns the messages, to be recorded. */
async function tellLive(
  tx: Tx<'study'>,
  people: readonly Person[],
  study: StudyRow,
  rows: readonly EscalationRow[],
  clock: Clock,
): Promise<NewEscalationMessage[]> {
  const steps = rows.map(({ step }) => step)
  const asked = steps.includes('unopened') ? await withoutIneligible(tx, people, study, clock) : people
  const receivers = [...receiversOf(asked, study, steps, 'live')]
  const expected = steps.includes('misplaced') ? await expectNow(tx, new Map([[study.id, study.doctorIds]]), clock) : null
  const earliestAt = expected?.get(study.id)?.earliest?.at ?? null
  const messages: NewEscalationMessage[] = []
  for (const { id: escalationId, step } of rows) {
    const userIds = receivers.flatMap(([{ userId }, told]) => (told === step ? [userId] : []))
    if (userIds.length === 0) continue
    messages.push(...userIds.map((userId) => ({ escalationId, way: 'live' as const, userId })))
    await emit(tx, { type: 'study.escalated', studyId: study.id, step, userIds, earliestAt })
  }
  return messages
}

type DueSteps = EscalatedStudy & { steps: ReturnType<typeof dueSteps> }

/** Emails about studies that become due within so long are one. Emergencies and stat studies do not wait. */
const mailWindowMs = 5 * 60_000

/** Returns the end of the window that an instant is in. */
const endOfMailWindow = (now: Date): Date => new Date((Math.floor(now.getTime() / mailWindowMs) + 1) * mailWindowMs)

/** Returns the rows that record the steps of a study that are due. People are told of the highest alone. */
function rowsOf({ study, lab, now, steps }: DueSteps, { isOn, zone }: EscalationSettings) {
  const told = isOn ? highestOf(steps) : []
  const mailAt = isStat(study) ? now : ((lab && quietUntil(lab, now, zone)) ?? endOfMailWindow(now))
  return steps.map((step) => ({
    studyId: study.id,
    cycle: study.cycle,
    step,
    passedOver: !told.includes(step),
    mailAt: isOn ? mailAt : null,
  }))
}

/** Records the steps of studies that are due, and tells people of the highest of each study. */
async function escalate(tx: Tx<'study'>, due: readonly DueSteps[], { isOn, zone }: EscalationSettings): Promise<void> {
  const people = await listEscalationPeople(tx)
  const recorded = await insertEscalations(
    tx,
    due.flatMap((one) => rowsOf(one, { isOn, zone })),
  )
  const messages: NewEscalationMessage[] = []
  for (const { study, now, steps } of due) {
    await transition(tx, study, 'escalated', { actorUserId: null, details: { steps } })
    const rows = recorded.filter(({ studyId }) => studyId === study.id)
    if (isOn) messages.push(...(await tellLive(tx, people, study, rows, { now, zone })))
  }
  await insertEscalationMessages(tx, messages)
}

/** Returns how many studies it looked at. */
async function escalateBatch(begun: Before<'study'>, settings: EscalationSettings): Promise<number> {
  const [tx, found] = await lockDueStudies(begun, batch)
  const looked = found.map((one) => ({ ...one, steps: dueSteps(one.study, one.now) }))
  const [due, early] = [looked.filter(({ steps }) => steps.length > 0), looked.filter(({ steps }) => steps.length === 0)]
  for (const { study } of early) await postponeEscalation(tx, study.id, nextEscalationAt(study))
  if (due.length > 0) await escalate(tx, due, settings)
  return found.length
}

/** Whether a step is still true of the study that it was recorded for. */
const isStillTrue = ({ study, escalation, now }: Pick<DueMail, 'study' | 'escalation' | 'now'>): boolean =>
  study.cycle === escalation.cycle && listTrueSteps(study, now).includes(escalation.step)

/** An email to one address. */
type Email = { to: string; messages: NewEscalationMessage[] }

/** Collects the emails about steps, one for each address. */
function collectEmails(people: readonly Person[], due: readonly DueMail[]): Email[] {
  const emails = new Map<string, Email>()
  function add(address: string, to: string, message: NewEscalationMessage): void {
    const email = emails.get(address.toLowerCase()) ?? { to, messages: [] }
    emails.set(address.toLowerCase(), email)
    if (!email.messages.some(({ escalationId }) => escalationId === message.escalationId)) email.messages.push(message)
  }
  const studies = new Map(due.map(({ study, lab }) => [study.id, { study, lab }]))
  for (const { study, lab } of studies.values()) {
    const rows = due.flatMap(({ escalation }) => (escalation.studyId === study.id ? [escalation] : []))
    const idOf = new Map(rows.map(({ step, id }) => [step, id]))
    const steps = [...idOf.keys()]
    for (const [{ email, userId }, step] of receiversOf(people, study, steps, 'email')) {
      const escalationId = idOf.get(step)
      if (escalationId) add(email, userId, { escalationId, way: 'email', userId })
    }
    const [escalationId] = highestOf(steps).flatMap((step) => idOf.get(step) ?? [])
    for (const address of lab?.escalationEmails ?? [])
      if (escalationId) add(address, address, { escalationId, way: 'email', address })
  }
  return [...emails.values()]
}

/** Queues the emails that are due. Returns the number of steps that it looked at. */
async function mailBatchOf(begun: Before<'study'>): Promise<number> {
  const [tx, due] = await lockDueMails(begun, mailBatch)
  if (due.length === 0) return 0
  await endEscalationMails(
    tx,
    due.map(({ escalation }) => escalation.id),
  )
  const people = await listEscalationPeople(tx)
  for (const { to, messages } of collectEmails(people, due.filter(isStillTrue))) {
    await insertEscalationMessages(tx, messages)
    await emitJob(tx, 'escalation-notice.send', { to, escalationIds: messages.map(({ escalationId }) => escalationId) })
  }
  return due.length
}

/** Tells people of the studies whose report is due or late, each step once, however many workers do this at once (docs/decisions/studies/escalation.md). */
export async function tellEscalations(db: OpenDb, settings: EscalationSettings): Promise<void> {
  const due = await findDueEscalations(db)
  if (due.studies) while ((await db.transaction((tx) => escalateBatch(tx, settings))) === batch);
  // A step that was just recorded may have emails due.
  if (due.studies || due.mails) while ((await db.transaction(mailBatchOf)) === mailBatch);
}

/** Returns the steps that an email is about, those that are still true when it goes. */
export async function listTrueNotices(db: Db, escalationIds: readonly string[]) {
  return (await listEscalationNotices(db, escalationIds)).filter(isStillTrue)
}
