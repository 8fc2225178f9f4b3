import type { LiveEvent, ServerMessage } from '@readroom/contracts/live'
import type { Actor } from '@readroom/db/actor'
import type { StudyAudience } from '@readroom/db/queries/live-audience'

type StudyEvent = Exclude<LiveEvent, { type: 'sessions.revoked' }>
type StudyMessage = Extract<ServerMessage, { studyId: string }>

/** The row check of live messages: the same three rules as `visibility.ts`, on a study already read. */
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

/** A page ignores what it has had. */
const withIdOf = ({ id }: StudyEvent, message: StudyMessage): StudyMessage => ({ ...message, id })

function messageOf<T extends StudyEvent['type']>(study: StudyAudience, event: Extract<StudyEvent, { type: T }>): StudyMessage {
  return withIdOf(event, messages[event.type as T](study, event))
}

/** What one receiver hears of an event, or null. A doctor or laboratory that just lost the study hears only that the list changed. */
export function messageFor(
  actor: Pick<Actor, 'role' | 'labId' | 'doctorId'>,
  study: StudyAudience,
  event: StudyEvent,
): StudyMessage | null {
  if (sees(actor, study)) return messageOf(study, event)
  const lostByDoctor = 'formerDoctorIds' in event && actor.doctorId !== null && event.formerDoctorIds.includes(actor.doctorId)
  const lostByLab = 'formerLabId' in event && actor.labId !== null && event.formerLabId === actor.labId
  const lost = lostByDoctor || lostByLab
  return lost ? withIdOf(event, { type: 'worklist_changed', studyId: study.studyId }) : null
}
