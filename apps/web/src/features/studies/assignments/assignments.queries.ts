import type { Priority } from '@readroom/contracts/core/primitives'
import { type Doctor, doctorEndpoints } from '@readroom/contracts/people/doctors'
import { type AssignmentMode, assignmentEndpoints } from '@readroom/contracts/studies/assignments'
import type { WorklistRow } from '@readroom/contracts/studies/studies'
import { maxSuggestedStudies, type Suggestion, suggestionEndpoints } from '@readroom/contracts/studies/suggestions'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api/api.ts'
import { messageOf } from '../../../lib/api/api-error.ts'
import { findCachedRow, studyKeys, updateCachedRows } from '../../../lib/studies/study-cache.ts'
import { clearOverride, confirmOverride, overrideStudy } from '../../../lib/studies/study-overrides.ts'
import type { AssignmentPair } from './assignment-diff.ts'

export type Change = 'assign' | 'unassign'
/**
 * The result of one change. `isNew` is false if nothing changed. `raisedFrom` is the priority before the assignment raised it. `replaced` are the
 * doctors who lost the study to it.
 */
export type ChangeResult = AssignmentPair & {
  error: string | null
  isNew: boolean
  raisedFrom: Priority | null
  replaced: readonly string[]
}
/** A requested change. Undoing an assignment also restores the priority it raised and the doctors it replaced. */
type Asked = AssignmentPair & { raisedFrom?: Priority | null; replaced?: readonly string[] }

export type ChangeOptions = {
  /** Raises lower priorities to this one. */
  priority?: Priority | undefined
  mode?: AssignmentMode
  /** With `replace`: the only doctor who loses the study. */
  from?: string
  /** Skips doctors who have already started on the study. */
  onlyUntouched?: boolean
}

const atOnce = 4

export const doctorsOptions = queryOptions({
  queryKey: ['doctors', 'active'],
  queryFn: ({ signal }) =>
    api.call(doctorEndpoints.list, { query: { status: 'active' } }, { signal }).then(({ doctors }) => doctors),
  staleTime: 0,
})

/** Returns the query options for who is suggested for studies. The order stays while a dialog is open, so that no row moves under the pointer. */
export const suggestionsOptions = (studies: readonly WorklistRow[]) => {
  const studyIds = studies.slice(0, maxSuggestedStudies).map(({ _id }) => _id)
  return queryOptions({
    queryKey: ['doctors', 'suggestions', studyIds],
    queryFn: ({ signal }) =>
      api
        .call(suggestionEndpoints.list, { query: { studyIds: studyIds.join(',') } }, { signal })
        .then(({ suggestions }) => suggestions),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
}

/** A row of the assign dialog. An inactive doctor who has a study can only be unassigned. */
export type DoctorChoice = Pick<Doctor, '_id' | 'fullName' | 'email' | 'specialization' | 'isLoggedIn' | 'openStudies'> & {
  isActive: boolean
}

/** Returns the active doctors, followed by the inactive ones who have one of the studies. */
export function choicesOf(active: readonly Doctor[], studies: readonly WorklistRow[]): DoctorChoice[] {
  const known = new Set(active.map(({ _id }) => _id))
  const assigned = studies.flatMap(({ doctorAssignments }) => doctorAssignments.map(({ doctorDetails }) => doctorDetails))
  const former = new Map(assigned.flatMap((doctor) => (known.has(doctor._id) ? [] : [[doctor._id, doctor]])))
  return [
    ...active.map((doctor) => ({ ...doctor, isActive: true })),
    ...[...former.values()].map((doctor) => ({ ...doctor, email: '', isLoggedIn: false, openStudies: 0, isActive: false })),
  ]
}

/** Returns the doctors in the order in which they are suggested, the others behind them. */
export function inSuggestedOrder(doctors: readonly DoctorChoice[], suggestions: readonly Suggestion[]): DoctorChoice[] {
  const places = new Map(suggestions.map(({ doctorId }, place) => [doctorId, place]))
  const placeOf = ({ _id }: DoctorChoice) => places.get(_id) ?? suggestions.length
  return doctors.toSorted((one, other) => placeOf(one) - placeOf(other))
}

const failureTexts: Record<Change, string> = { assign: 'Failed to assign to doctor', unassign: 'Failed to unassign doctor' }

/** Shows the requested change while the server works on it. */
function showAtOnce(
  change: Change,
  { study, doctorId }: AssignmentPair,
  doctor: DoctorChoice | undefined,
  { mode = 'add', from }: ChangeOptions,
) {
  if (change === 'unassign') {
    const left = study.doctorAssignments.filter((assignment) => assignment.doctorId !== doctorId)
    overrideStudy(study._id, left.length === 0 ? 'pending_assignment' : study.workflowStatus, left)
    return
  }
  const added = {
    doctorId,
    doctorDetails: {
      _id: doctorId,
      fullName: doctor?.fullName ?? 'N/A',
      specialization: doctor?.specialization ?? null,
      isActive: true,
    },
    assignedAt: new Date().toISOString(),
  }
  const status = study.currentCategory === 'pending' ? 'assigned_to_doctor' : study.workflowStatus
  const isReplaced = (other: string) => mode === 'replace' && (from === undefined || other === from)
  const kept = study.doctorAssignments.filter((one) => one.doctorId !== doctorId && !isReplaced(one.doctorId))
  overrideStudy(study._id, status, [...kept, added])
}

async function ask(
  change: Change,
  { study, doctorId, raisedFrom, replaced = [] }: Asked,
  { priority, mode, from, onlyUntouched }: ChangeOptions,
) {
  const params = { studyId: study._id }
  if (change === 'assign') return api.call(assignmentEndpoints.assign, { params, body: { doctorId, priority, mode, from } })
  const body = { doctorId, onlyUntouched, lowerTo: raisedFrom ?? undefined }
  let answer = await api.call(assignmentEndpoints.unassign, { params, body })
  for (const former of replaced) answer = await api.call(assignmentEndpoints.assign, { params, body: { doctorId: former } })
  return { study: answer.study, isNew: true, raisedFrom: null, replaced: [] }
}

async function changeOne(client: QueryClient, change: Change, pair: Asked, options: ChangeOptions): Promise<ChangeResult> {
  try {
    const { study: fresh, ...done } = await ask(change, pair, options)
    updateCachedRows(client, [fresh])
    confirmOverride(fresh)
    return { ...pair, error: null, ...done }
  } catch (error) {
    clearOverride(pair.study._id)
    return { ...pair, error: messageOf(error, failureTexts[change]), isNew: false, raisedFrom: null, replaced: [] }
  }
}

/** Assigns or unassigns every pair, a few at a time, and the doctors of one study one after the other. Never rejects: each pair has its own result. */
export async function changeAssignments(
  client: QueryClient,
  change: Change,
  pairs: readonly Asked[],
  doctors: readonly DoctorChoice[],
  options: ChangeOptions = {},
): Promise<ChangeResult[]> {
  const studyIds = new Set(pairs.map(({ study }) => study._id))
  const queue = [...studyIds].map((studyId) => pairs.filter(({ study }) => study._id === studyId))
  const results: ChangeResult[] = []
  for (const [pair] of queue) {
    if (pair)
      showAtOnce(
        change,
        pair,
        doctors.find(({ _id }) => _id === pair.doctorId),
        options,
      )
  }
  async function work() {
    for (let next = queue.shift(); next; next = queue.shift()) {
      for (const pair of next) results.push(await changeOne(client, change, pair, options))
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  void client.invalidateQueries({ queryKey: studyKeys.counts })
  return results
}

/** Undoes an assignment, including a raised priority, unless a doctor has already started on the study. */
export const undoAssignments = (client: QueryClient, pairs: readonly ChangeResult[]): Promise<ChangeResult[]> =>
  changeAssignments(
    client,
    'unassign',
    pairs.map(({ study, ...pair }) => ({ ...pair, study: findCachedRow(client, study._id) ?? study })),
    [],
    { onlyUntouched: true },
  )

export const patientOf = (study: WorklistRow) => `${study.patientName ?? 'N/A'} (ID ${study.patientId ?? 'N/A'})`
