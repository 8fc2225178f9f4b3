import { presetOf, type Sort, type StudyFilters } from '@readroom/contracts/studies/study-filters'
import type { StudyStatus, Tab } from '@readroom/contracts/studies/study-workflow'
import { isEmergency } from '@readroom/contracts/studies/urgency'
import type { Caller } from '../core/actor.ts'
import type { studies } from '../studies/studies.schema.ts'
import type { Clock } from '../studies/study-filters.ts'

type Study = typeof studies.$inferSelect
export type ModelStudy = Study & { assigned: { doctorId: string; assignedAt: Date }[] }

/** Letters without case and accents, as a reader compares them; independent of `fold_text`. */
function wordsOf(text: string | null): string[] {
  const plain = (text ?? '')
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .replaceAll('ł', 'l')
    .replaceAll('ς', 'σ')
  return plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')
}

const spaceless = /[\p{Script=Han}\p{Script=Hangul}]/u

export function contains(text: string | null, asked: string | undefined): boolean {
  if (asked === undefined) return true
  if (asked.trim() !== '' && wordsOf(asked).length === 0) return false
  const words = wordsOf(text)
  const whole = words.join(' ')
  const isFound = (word: string) =>
    word.length >= 3 || spaceless.test(word) ? whole.includes(word) : words.some((own) => own.startsWith(word))
  // The parts of a number such as DUP-C stand beside each other.
  return asked.split(/\s+/u).every((typed) => {
    const parts = wordsOf(typed)
    if (!/^[\p{L}\p{M}\p{N}]+([-._/:][\p{L}\p{M}\p{N}]+)+$/u.test(typed)) return parts.every(isFound)
    const joined = parts.join(' ')
    return (parts[0] ?? '').length >= 3 || spaceless.test(typed) ? whole.includes(joined) : ` ${whole}`.includes(` ${joined}`)
  })
}

const localDay = (at: Date, zone: string) => at.toLocaleDateString('sv-SE', { timeZone: zone })
const dayMs = 86_400_000

/** Reports whether a calendar day is one of the preset's, by walking the days around `now`. */
function inPreset(day: string, preset: string, { now, zone }: Clock): boolean {
  const today = localDay(now, zone)
  const monday = (value: string) => {
    const date = new Date(`${value}T12:00:00Z`)
    while (date.getUTCDay() !== 1) date.setTime(date.getTime() - dayMs)
    return date.toISOString().slice(0, 10)
  }
  if (preset === 'today') return day === today
  if (preset === 'yesterday') return new Date(`${day}T12:00:00Z`).getTime() + dayMs === new Date(`${today}T12:00:00Z`).getTime()
  if (preset === 'thisWeek') return monday(day) === monday(today)
  return day.slice(0, 7) === today.slice(0, 7)
}

export function matchesDate(study: ModelStudy, filters: StudyFilters, caller: Caller, clock: Clock): boolean {
  const preset = presetOf(filters)
  const { now, zone } = clock
  if (preset === 'all') return true
  if (preset === 'assignedToday')
    return study.assigned.some(
      ({ doctorId, assignedAt }) =>
        (caller.doctorId ?? doctorId) === doctorId && localDay(assignedAt, zone) === localDay(now, zone),
    )
  const byUpload = filters.dateType === 'UploadDate'
  const day = byUpload ? localDay(study.receivedAt, zone) : study.studyDate
  const yesterday = new Date(now.getTime() - dayMs)
  if (preset === 'last24h') return byUpload ? study.receivedAt > yesterday : day !== null && day >= localDay(yesterday, zone)
  if (day === null) return false
  if (preset === 'custom') return day >= (filters.customDateFrom ?? '0000') && day <= (filters.customDateTo ?? '9999')
  return inPreset(day, preset, clock)
}

/** Returns the fields that a search looks in. */
export const fieldsOf = (study: Study) => ({
  patientName: study.patientName,
  patientId: study.patientId,
  accession: study.accessionNumber,
  all: [
    study.patientName,
    study.patientId,
    study.accessionNumber,
    study.description,
    study.bodyParts,
    ...study.modalities,
    study.studyDate,
    study.studyDate?.replaceAll('-', ''),
  ].join(' '),
})

export const sees = (study: ModelStudy, { role, labId, doctorId }: Caller) =>
  ({
    admin: true,
    lab_staff: study.labId === labId,
    doctor_account: study.assigned.some((assignment) => assignment.doctorId === doctorId),
  })[role]

const unfinished = ['assigned_to_doctor', 'doctor_opened_report', 'report_in_progress', 'report_drafted']
const waiting = ['new_study_received', 'new', 'pending_assignment']

/** Returns the tab of a study for a reader, in the plainest code there is. */
export function inTab(status: StudyStatus, tab: Tab, { role }: Pick<Caller, 'role'>): boolean {
  const isUnopened = role === 'doctor_account' && status === 'assigned_to_doctor'
  const isPending = waiting.includes(status) || isUnopened
  const isInProgress = unfinished.includes(status) && !isUnopened
  return { all: true, pending: isPending, inprogress: isInProgress, completed: !isPending && !isInProgress }[tab]
}

/** The order of work in words that sort, either way: what is reported last, and of that the newest first; emergencies before all others. */
function workOrder(study: Study, descending: boolean): string {
  if (study.reportedAt && descending) return ` ${study.reportedAt.getTime()}`
  if (study.reportedAt) return `C ${9_999_999_999_999 - study.reportedAt.getTime()}`
  return `${isEmergency(study) ? 'A' : 'B'} ${study.dueAt?.toISOString() ?? 'not settled'}`
}

/** Returns the value that a sort compares; the least if the study has none. */
export function sortValue(study: Study, { key, descending }: Sort): string {
  const values = {
    dueDate: workOrder(study, descending),
    uploadDate: study.receivedAt.toISOString(),
    studyDate: study.studyDate ?? '',
    patientName: wordsOf(study.patientName).join(' '),
    patientId: wordsOf(study.patientId).join(' '),
    accession: wordsOf(study.accessionNumber).join(' '),
    reportedDate: study.reportedAt?.toISOString() ?? '',
  }
  return values[key]
}
