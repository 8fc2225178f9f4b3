import type { LiveEvent, ServerMessage } from '@readroom/contracts/worklist/live'
import type { StudyAudience } from '@readroom/db/access/live-audience'
import type { Actor } from '@readroom/db/core/actor'

type StudyEvent = Exclude<LiveEvent, { type: 'sessions.revoked' }>
type RowEvent = Exclude<StudyEvent, { type: 'study.escalated' }>
type StudyMessage = Extract<ServerMessage, { studyId: string }>

/** Checks who may see a live message: the three rules of `visibility.ts`, for a study that is already loaded. */
function sees(actor: Pick<Actor, 'role' | 'labId' | 'doctorId'>, study: StudyAudience): boolean {
  if (actor.role === 'admin') return true
  if (actor.role === 'lab_staff') return study.labId !== null && study.labId === actor.labId
  return actor.doctorId !== null && study.doctorIds.includes(actor.doctorId)
}

function fieldsOf(study: StudyAudience) {
  const { studyId, patientName, patientId, modalities, location, seriesCount, imageCount } = study
  return {
    studyId,
    patientName,
    patientId,
    modality: modalities.join(', ') || null,
    location,
    seriesImages: `${seriesCount}/${imageCount}`,
  }
}

const messages: { [T in RowEvent['type']]: (study: StudyAudience, event: Extract<RowEvent, { type: T }>) => StudyMessage } = {
  'study.received': (study) => ({ type: 'simple_new_study_notification', ...fieldsOf(study) }),
  'study.settled': (study) => ({ type: 'new_study_notification', ...fieldsOf(study) }),
  'study.status': (study, { status }) => ({
    type: 'study_status_change',
    studyId: study.studyId,
    patientName: study.patientName,
    newStatus: status,
  }),
  'study.changed': ({ studyId }) => ({ type: 'worklist_changed', studyId }),
}

/** Adds the event's id, so that a page can ignore a repeated event. */
const withIdOf = ({ id }: RowEvent, message: StudyMessage): StudyMessage => ({ ...message, id })

function messageOf<T extends RowEvent['type']>(study: StudyAudience, event: Extract<RowEvent, { type: T }>): StudyMessage {
  return withIdOf(event, messages[event.type as T](study, event))
}

type Receiver = Pick<Actor, 'userId' | 'role' | 'labId' | 'doctorId'>

/** Tells a user that a study is due or late. A doctor who does not see it is offered it, without whose it is. */
function escalationOf(
  actor: Receiver,
  study: StudyAudience,
  { id, userIds, step, earliestAt }: Extract<StudyEvent, { type: 'study.escalated' }>,
): ServerMessage | null {
  if (!userIds.includes(actor.userId)) return null
  const { studyId, patientName, location, accessionNumber, dueAt } = study
  return {
    type: 'study_escalated',
    id,
    step,
    location,
    accessionEnd: accessionNumber?.slice(-4) ?? null,
    dueAt: dueAt?.toISOString() ?? null,
    earliestAt,
    study: sees(actor, study) ? { studyId, patientName } : null,
  }
}

function hasLost({ labId, doctorId }: Receiver, event: RowEvent): boolean {
  const byDoctor = 'formerDoctorIds' in event && doctorId !== null && event.formerDoctorIds.includes(doctorId)
  const byLab = 'formerLabId' in event && labId !== null && event.formerLabId === labId
  return byDoctor || byLab
}

/** Returns a message about an earlier event, without announcing anything as new. */
export function repeated(message: ServerMessage): ServerMessage {
  if (!('studyId' in message)) return message
  return { type: 'worklist_changed', id: message.id, studyId: message.studyId }
}

/** Tells administrators, and those who are listed as having had it, that an erased study has left the list. */
export function messageOfGone(actor: Receiver, event: StudyEvent): StudyMessage | null {
  if (event.type !== 'study.changed' || !(actor.role === 'admin' || hasLost(actor, event))) return null
  return withIdOf(event, { type: 'worklist_changed', studyId: event.studyId })
}

/** Returns the receiver's message about an event, or null. A doctor or laboratory that just lost the study hears only that the list changed. */
export function messageFor(actor: Receiver, study: StudyAudience, event: StudyEvent): ServerMessage | null {
  if (event.type === 'study.escalated') return escalationOf(actor, study, event)
  if (sees(actor, study)) return messageOf(study, event)
  return hasLost(actor, event) ? withIdOf(event, { type: 'worklist_changed', studyId: study.studyId }) : null
}
