import {
  datePresets,
  deadlineBands,
  type StudyFilterKey,
  type StudyFilters,
  searchTypes,
  unassigned,
} from '@readroom/contracts/studies/study-filters'
import { manualMarks } from '@readroom/contracts/studies/study-marks'
import { studyStatuses } from '@readroom/contracts/studies/study-workflow'
import { ofEachYesNo, type YesNoFilter } from '@readroom/contracts/studies/yes-no-filters'
import { getTableColumns } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import fc from 'fast-check'
import type { Caller } from '../core/actor.ts'
import { contains, fieldsOf, type ModelStudy, matchesDate, sees } from '../worklist/worklist-model.fixture.ts'
import { studies } from './studies.schema.ts'
import type { Clock } from './study-filters.ts'
import { yesNoFilters } from './yes-no-filters.ts'

/** The instant for which the studies are made: half past midnight in Berlin, still the day before in New York. */
export const now = new Date('2026-03-11T23:30:00Z')

/** Ids that there are before a test asks: two laboratories and a doctor. */
type Known = { labA: string; labB: string; doctor: string }
type Asked = fc.Arbitrary<Record<string, string>>
type FilterTest = {
  /** As a caller may ask for it, if some studies match and others do not. */
  asked: (known: Known) => Asked[]
  /** The meaning of the filter, in the plainest code there is. */
  matches: (study: ModelStudy, filters: StudyFilters, caller: Caller, clock: Clock) => boolean
  /** For what is asked: the index that counts it, or `sums`, if no study is read for that. */
  plans: (known: Known) => Record<string, string>
}

const day = fc.integer({ min: 0, max: 30 }).map((days) => new Date(now.getTime() - days * 86_400_000).toISOString().slice(0, 10))
const names = [
  'müller',
  'ZOE muller',
  'smith',
  'ang',
  'łuk',
  'luk',
  'αθηνα',
  'ЕЛКИН',
  'иван ел',
  '小',
  '王',
  '민수',
  'brien',
  'pat o',
  'z',
]
const others = [
  'chest',
  'abd',
  'kopf',
  'P-10',
  '1003',
  'acc',
  '4711',
  'ct',
  'ct smith',
  'thorax',
  'pferd',
  'schadel',
  'renee odon',
]
const term = fc.constantFrom(...names, ...others, '2026', '2026-03', '20260311', '%', '_', '\\')
const one = <T extends string>(values: readonly T[]) => fc.constantFrom(...values)
const some = <T extends string>(values: readonly T[]) =>
  fc.subarray([...values], { minLength: 1, maxLength: Math.min(3, values.length) }).map((chosen) => chosen.join(','))
const yesNo = fc.constantFrom('true', 'false')

const text = (key: StudyFilterKey, textOf: (study: ModelStudy) => string | null, example: string): FilterTest => ({
  asked: () => [fc.record({ [key]: term })],
  matches: (study, filters) => contains(textOf(study), filters[key]?.toString()),
  plans: () => ({ [`${key}=${example}`]: 'studies_search_grams' }),
})

/** Yes-or-no filters on a column that the database computes, in the plainest words. */
const computedFilters: Partial<Record<YesNoFilter, (study: ModelStudy) => boolean>> = {
  emergency: ({ caseType, priority }) => ['urgent', 'emergency'].includes(caseType) || ['URGENT', 'EMERGENCY'].includes(priority),
}

const columnNames = new Map<AnyPgColumn, string>(Object.entries(getTableColumns(studies)).map(([name, column]) => [column, name]))

/** A value of a filter's column that means yes. */
function yesOf(name: YesNoFilter, column: AnyPgColumn): boolean | Date {
  if (column.dataType === 'boolean') return true
  if (column.dataType === 'date') return now
  throw new Error(`Say in computedFilters when a study is ${name}`)
}

/** Values of the columns of all yes-or-no filters for study `n`: each is set on some studies, alone and with others. */
export function yesNoValues(n: number): Record<string, boolean | Date> {
  const stored = Object.values(ofEachYesNo((name) => name)).filter((name) => computedFilters[name] === undefined)
  const set = stored.filter((_name, index) => n % (6 + index) === 0)
  return Object.fromEntries(
    set.map((name) => {
      const { column } = yesNoFilters[name]
      return [columnNames.get(column) ?? '', yesOf(name, column)]
    }),
  )
}

function yesNoTest(name: YesNoFilter): FilterTest {
  const { column, countedBy } = yesNoFilters[name]
  const isSet = (study: ModelStudy) => {
    const value = new Map<string, unknown>(Object.entries(study)).get(columnNames.get(column) ?? '')
    return value !== null && value !== false
  }
  const has = computedFilters[name] ?? isSet
  return {
    asked: () => [fc.record({ [name]: yesNo })],
    matches: (study, { [name]: asked }) => asked === undefined || asked === has(study),
    plans: () => ({ [`${name}=true`]: typeof countedBy === 'object' ? countedBy.index : 'sums' }),
  }
}

/** Every filter. One that is in the contract alone does not compile here, nor in the table of conditions. */
export const filterTests: Record<StudyFilterKey, FilterTest> = {
  ...ofEachYesNo(yesNoTest),
  quickDatePreset: {
    asked: () => [
      fc.record({ quickDatePreset: one(datePresets), dateType: one(['UploadDate', 'StudyDate']) }),
      fc.record({ customDateFrom: day, customDateTo: day }, { requiredKeys: [] }),
      fc.record({ customDateFrom: day, dateType: fc.constant('StudyDate') }),
    ],
    matches: matchesDate,
    plans: () => ({
      'quickDatePreset=last24h': 'received',
      'quickDatePreset=today': 'received',
      'quickDatePreset=yesterday': 'received',
      'quickDatePreset=thisWeek': 'received',
      'quickDatePreset=thisWeek&dateType=StudyDate': 'studies_study_date',
      'quickDatePreset=assignedToday': 'assignments_assigned_active',
      'customDateFrom=2026-03-01&customDateTo=2026-03-03': 'received',
    }),
  },
  searchTerm: {
    asked: () => [fc.record({ searchTerm: term, searchType: one(searchTypes) })],
    matches: (study, { searchTerm, searchType }) => contains(fieldsOf(study)[searchType], searchTerm),
    plans: () => ({
      'searchTerm=given123': 'studies_search_grams',
      'searchTerm=kneejoint': 'studies_search_grams',
      'searchTerm=given123&searchType=patientName': 'studies_search_grams',
      'searchTerm=P1234&searchType=patientId': 'studies_search_grams',
      'searchTerm=A1234&searchType=accession': 'studies_search_grams',
    }),
  },
  patientName: text('patientName', ({ patientName }) => patientName, 'family77'),
  patientId: text('patientId', ({ patientId }) => patientId, 'P77'),
  referringPhysician: text('referringPhysician', ({ referringPhysician }) => referringPhysician, 'referrer77'),
  accession: text('accession', ({ accessionNumber }) => accessionNumber, 'A77'),
  description: text(
    'description',
    ({ description, clinicalHistory }) => `${description ?? ''} ${clinicalHistory}`,
    'examination 77',
  ),
  selectedLocation: {
    asked: ({ labA, labB }) => [fc.record({ selectedLocation: some([labA, labB]) })],
    matches: ({ labId }, { selectedLocation = [] }) => selectedLocation.length === 0 || selectedLocation.includes(labId ?? ''),
    plans: ({ labA }) => ({ [`selectedLocation=${labA}`]: 'sums' }),
  },
  workflowStatus: {
    asked: () => [fc.record({ workflowStatus: some(studyStatuses) })],
    matches: ({ status }, { workflowStatus = [] }) => workflowStatus.length === 0 || workflowStatus.includes(status),
    plans: () => ({ 'workflowStatus=pending_assignment': 'sums' }),
  },
  modality: {
    asked: () => [fc.record({ modality: some(['CT', 'MR', 'ct\\sr', 'PR', 'DX']) })],
    matches: ({ modalities }, { modality = [] }) =>
      modality.length === 0 || modality.some((asked) => asked.split('\\').every((each) => modalities.includes(each))),
    plans: () => ({ 'modality=PR': 'sums' }),
  },
  caseFlag: {
    asked: () => [fc.record({ caseFlag: some(manualMarks) })],
    matches: (study, { caseFlag = [] }) => caseFlag.length === 0 || caseFlag.some((mark) => study.caseFlags.includes(mark)),
    plans: () => ({ 'caseFlag=billedStudy': 'studies_case_flags' }),
  },
  assignedTo: {
    asked: ({ doctor }) => [fc.record({ assignedTo: some([doctor, unassigned]) })],
    matches: ({ assigned }, { assignedTo = [] }, { role }) => {
      if (role !== 'admin' || assignedTo.length === 0) return true
      const isAsked = (id: string) => assignedTo.includes(id)
      return assigned.length === 0 ? isAsked(unassigned) : assigned.some(({ doctorId }) => isAsked(doctorId))
    },
    plans: ({ doctor }) => ({
      [`assignedTo=${doctor}`]: 'studies_search_grams',
      'assignedTo=unassigned': 'studies_unassigned',
    }),
  },
  deadline: {
    asked: () => [fc.record({ deadline: some(deadlineBands) })],
    matches: ({ reportedAt, dueAt, warnAt, pausedUntil }, { deadline = [] }, _caller, { now: at }) => {
      if (deadline.length === 0) return true
      if (reportedAt !== null || dueAt === null) return false
      if (pausedUntil !== null && pausedUntil > at) return deadline.includes('paused')
      if (dueAt < at) return deadline.includes('late')
      return deadline.includes(warnAt !== null && warnAt <= at ? 'atRisk' : 'onTime')
    },
    plans: () => ({
      'deadline=onTime': 'studies_deadline',
      'deadline=atRisk': 'studies_deadline',
      'deadline=late': 'studies_deadline',
      'deadline=atRisk,late': 'studies_deadline',
      'deadline=paused': 'studies_paused',
    }),
  },
  studyType: {
    asked: () => [fc.record({ studyType: fc.constant('screening') })],
    matches: (study, { studyType }) => !studyType || study.studyType === studyType,
    plans: () => ({ 'studyType=screening': 'sums' }),
  },
}

/** The studies that a list must show, by the slowest and plainest way there is. In no order. */
export function expectedStudies(all: ModelStudy[], caller: Caller, filters: StudyFilters, clock: Clock): ModelStudy[] {
  const tests = Object.values(filterTests)
  return all.filter((study) => sees(study, caller) && tests.every(({ matches }) => matches(study, filters, caller, clock)))
}
