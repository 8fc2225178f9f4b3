import type { LiveEvent, ServerMessage } from '@readroom/contracts/worklist/live'
import type { StudyAudience } from '@readroom/db/access/live-audience'
import type { Actor } from '@readroom/db/core/actor'

type StudyEvent = Exclude<LiveEvent, { type: 'sessions.revoked' }>
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

const messages: { [T in StudyEvent['type']]: (study: StudyAudience, event: Extract<StudyEvent, { type: T }>) => StudyMessage } = {
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
const withIdOf = ({ id }: StudyEvent, message: StudyMessage): StudyMessage => ({ ...message, id })

function messageOf<T extends StudyEvent['type']>(study: StudyAudience, event: Extract<StudyEvent, { type: T }>): StudyMessage {
  return withIdOf(event, messages[event.type as T](study, event))
}

type Receiver = Pick<Actor, 'role' | 'labId' | 'doctorId'>

function hasLost({ labId, doctorId }: Receiver, event: StudyEvent): boolean {
  const byDoctor = 'formerDoctorIds' in event && doctorId !== null && event.formerDoctorIds.includes(doctorId)
  const byLab = 'formerLabId' in event && labId !== null && event.formerLabId === labId
  return byDoctor || byLab
}

/** Tells administrators, and those who are listed as having had it, that an erased study has left the list. */
export function messageOfGone(actor: Receiver, event: StudyEvent): StudyMessage | null {
  if (event.type !== 'study.changed' || !(actor.role === 'admin' || hasLost(actor, event))) return null
  return withIdOf(event, { type: 'worklist_changed', studyId: event.studyId })
}

/** Returns the receiver's message about an event, or null. A doctor or laboratory that just lost the study hears only that the list changed. */
export function messageFor(actor: Receiver, study: StudyAudience, event: StudyEvent): StudyMessage | null {
  if (sees(actor, study)) return messageOf(study, event)
  return hasLost(actor, event) ? withIdOf(event, { type: 'worklist_changed', studyId: study.studyId }) : null
}
