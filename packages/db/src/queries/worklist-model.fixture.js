import { presetOf } from '@readroom/contracts/study-filters'
import { statusTable, tabCategories } from '@readroom/contracts/study-workflow'

/** Letters without case and accents, as a reader compares them; independent of `fold_text`. */
function wordsOf(text) {
  const plain = (text ?? '')
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .replaceAll('ł', 'l')
    .replaceAll('ς', 'σ')
  return plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')
}
const spaceless = /[\p{Script=Han}\p{Script=Hangul}]/u
function contains(text, asked) {
  const words = wordsOf(text)
  const whole = words.join(' ')
  return wordsOf(asked).every((word) =>
    word.length >= 3 || spaceless.test(word) ? whole.includes(word) : words.some((own) => own.startsWith(word)),
  )
}
const localDay = (at, zone) => at.toLocaleDateString('sv-SE', { timeZone: zone })
const dayMs = 86_400_000
/** Whether a calendar day is one of the preset's, asked by walking the days around `now`. */
function inPreset(day, preset, { now, zone }) {
  const today = localDay(now, zone)
  const monday = (value) => {
    const date = new Date(`${value}T12:00:00Z`)
    while (date.getUTCDay() !== 1) date.setTime(date.getTime() - dayMs)
    return date.toISOString().slice(0, 10)
  }
  if (preset === 'today') return day === today
  if (preset === 'yesterday') return new Date(`${day}T12:00:00Z`).getTime() + dayMs === new Date(`${today}T12:00:00Z`).getTime()
  if (preset === 'thisWeek') return monday(day) === monday(today)
  return day.slice(0, 7) === today.slice(0, 7)
}
function matchesDate(study, filters, viewer, clock) {
  const preset = presetOf(filters)
  const { now, zone } = clock
  if (preset === 'all') return true
  if (preset === 'assignedToday')
    return study.assigned.some(
      ({ doctorId, assignedAt }) =>
        (viewer.doctorId ?? doctorId) === doctorId && localDay(assignedAt, zone) === localDay(now, zone),
    )
  const byUpload = filters.dateType === 'UploadDate'
  const day = byUpload ? localDay(study.receivedAt, zone) : study.studyDate
  const yesterday = new Date(now.getTime() - dayMs)
  if (preset === 'last24h') return byUpload ? study.receivedAt > yesterday : day !== null && day >= localDay(yesterday, zone)
  if (day === null) return false
  if (preset === 'custom') return day >= (filters.customDateFrom ?? '0000') && day <= (filters.customDateTo ?? '9999')
  return inPreset(day, preset, clock)
}
const fieldsOf = (study) => ({
  patientName: study.patientName,
  patientId: study.patientId,
  accession: study.accessionNumber,
  all: [
    ...[study.patientName, study.patientId, study.accessionNumber, study.description, ...study.modalities],
    ...[study.studyDate, study.studyDate?.replaceAll('-', '')],
  ].join(' '),
})
function matchesText(study, filters) {
  const asked = [
    [fieldsOf(study)[filters.searchType], filters.searchTerm],
    [study.patientName, filters.patientName],
    [study.patientId, filters.patientId],
    [study.referringPhysician, filters.referringPhysician],
    [study.accessionNumber, filters.accession],
    [`${study.description ?? ''} ${study.clinicalHistory}`, filters.description],
  ]
  return asked.every(([text, term]) => term === undefined || contains(text, term))
}
function matchesChoices(study, filters) {
  const { selectedLocation = [], workflowStatus = [], modality = [], emergency, mlc, studyType } = filters
  const urgent = ['urgent', 'emergency'].includes(study.caseType) || ['URGENT', 'EMERGENCY'].includes(study.priority)
  return (
    (selectedLocation.length === 0 || selectedLocation.includes(study.labId ?? '')) &&
    (workflowStatus.length === 0 || workflowStatus.includes(study.status)) &&
    (modality.length === 0 || modality.some((asked) => asked.split('\\').every((one) => study.modalities.includes(one)))) &&
    (emergency ?? urgent) === urgent &&
    (mlc ?? study.mlcCase) === study.mlcCase &&
    (!studyType || study.studyType === studyType)
  )
}
const sees = (study, { role, labId, doctorId }) =>
  ({
    admin: true,
    lab_staff: study.labId === labId,
    doctor_account: study.assigned.some((assignment) => assignment.doctorId === doctorId),
  })[role]
export const inTab = (status, tab) => tabCategories[tab].includes(statusTable[status].category)
/** The studies that a list must show, by the slowest and plainest way there is. In no order. */
export function expectedStudies(all, viewer, filters, clock) {
  return all.filter(
    (study) =>
      sees(study, viewer) &&
      matchesDate(study, filters, viewer, clock) &&
      matchesText(study, filters) &&
      matchesChoices(study, filters),
  )
}
/** What a sort compares; the least where the study has none. */
export function sortValue(study, key) {
  const values = {
    uploadDate: study.receivedAt.toISOString(),
    studyDate: study.studyDate ?? '',
    patientName: wordsOf(study.patientName).join(' '),
    patientId: wordsOf(study.patientId).join(' '),
    accession: wordsOf(study.accessionNumber).join(' '),
    reportedDate: study.reportedAt?.toISOString() ?? '',
  }
  return values[key]
}
//# sourceMappingURL=worklist-model.fixture.js.map
