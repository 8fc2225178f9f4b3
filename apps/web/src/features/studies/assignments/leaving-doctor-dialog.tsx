import { userEndpoints } from '@readroom/contracts/people/users'
import type { WorklistRow } from '@readroom/contracts/studies/studies'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Select } from '../../../components/inputs/select.tsx'
import { StudyLine } from '../../../components/study/study-line.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { Dialog } from '../../../components/ui/dialog.tsx'
import { FormMessage } from '../../../components/ui/form-message.tsx'
import { api } from '../../../lib/api/api.ts'
import { reasonOf } from '../../../lib/api/api-error.ts'
import { formatInstant, plural } from '../../../lib/format.ts'
import { useChange } from '../../../lib/hooks/use-change.ts'
import { notify } from '../../../lib/notify.tsx'
import { awayOptions, awayWords } from '../../../lib/people/away.ts'
import { type ChangeResult, changeAssignments, choicesOf, doctorsOptions, patientOf } from './assignments.queries.ts'
import { fetchOpenStudies } from './open-studies.ts'

/** The option to leave the studies unassigned. */
const nobody = 'nobody'

/** Returns the query options for the studies a doctor has not reported yet, in the order of work. */
const openStudiesOptions = (doctorId: string) =>
  queryOptions({
    queryKey: ['assignments', 'open', doctorId],
    queryFn: ({ signal }) => fetchOpenStudies(doctorId, signal),
    staleTime: 0,
    gcTime: 0,
  })

function OpenStudies({ studies }: { studies: readonly WorklistRow[] }) {
  return (
    <ul aria-label="Open studies" className="max-h-72 divide-y divide-line overflow-y-auto rounded-sm border border-line text-sm">
      {studies.map((study) => (
        <li key={study._id} className="flex px-3 py-1.5">
          <StudyLine study={study}>
            {study.dueAt && <span className="num text-text-2">due {formatInstant(study.dueAt).text}</span>}
          </StudyLine>
        </li>
      ))}
    </ul>
  )
}

type Props = {
  doctor: { _id: string; userId: string; fullName: string }
  onDone: () => void
  onClose: () => void
}

/**
 * Deactivates a doctor's account. Lists the open studies first and moves them to another doctor or back to the unassigned ones. Otherwise they would
 * stay with a doctor who can't sign in, and nobody would read them.
 */
export function LeavingDoctorDialog({ doctor, onDone, onClose }: Props) {
  const client = useQueryClient()
  const { data: open, error, refetch } = useQuery(openStudiesOptions(doctor._id))
  const { data: doctors = [] } = useQuery(doctorsOptions)
  const { data: away } = useQuery(awayOptions)
  const [to, setTo] = useState('')
  const [failed, setFailed] = useState<readonly ChangeResult[]>([])
  const studies = open?.data ?? []
  const others = doctors.filter(({ _id }) => _id !== doctor._id)

  async function moveAll(): Promise<readonly ChangeResult[]> {
    const toNobody = to === nobody
    const pairs = studies.map((study) => ({ study, doctorId: toNobody ? doctor._id : to }))
    const options = toNobody ? {} : ({ mode: 'replace', from: doctor._id } as const)
    const choices = choicesOf(doctors, studies)
    const results = await changeAssignments(client, toNobody ? 'unassign' : 'assign', pairs, choices, options)
    return results.filter((result) => result.error !== null)
  }
  const { start: deactivate, isBusy } = useChange({
    /** Returns true if the account was deactivated, and false if the doctor still has studies. */
    async change() {
      const notMoved = await moveAll()
      setFailed(notMoved)
      const left = (await refetch()).data
      if (notMoved.length > 0 || left?.totalRecords !== 0) return false
      await api.call(userEndpoints.setActive, { params: { userId: doctor.userId }, body: { isActive: false } })
      return true
    },
    failed: 'Failed to deactivate the account',
    onDone(isDeactivated) {
      if (!isDeactivated) return
      notify.success(`Account of ${doctor.fullName} deactivated`, {
        description: studies.length > 0 ? `${plural(studies.length, 'study', 'studies')} moved` : '',
      })
      onDone()
      onClose()
    },
  })
  const total = open?.totalRecords ?? 0
  return (
    <Dialog
      title="Deactivate doctor"
      width="max-w-[640px]"
      header={<bdi className="block text-xl font-semibold break-words">{doctor.fullName}</bdi>}
      onClose={onClose}
    >
      <div className="grid gap-3 overflow-y-auto px-5 py-4">
        <p>
          The doctor is signed out everywhere immediately and cannot sign in until the account is activated again. Nothing is
          deleted.
        </p>
        {!open && (
          <p role="status" className="text-text-2">
            {error ? reasonOf(error, 'The open studies could not be loaded.') : 'Loading open studies...'}
          </p>
        )}
        {failed.length > 0 && (
          <FormMessage tone="error">
            <p>The account is still active because these studies were not moved:</p>
            <ul className="list-disc pl-5">
              {failed.map(({ study, error: why }) => (
                <li key={study._id}>
                  <bdi>{patientOf(study)}</bdi>: {why}
                </li>
              ))}
            </ul>
          </FormMessage>
        )}
        {open && total === 0 && <p className="text-text-2">This doctor has no open studies.</p>}
        {total > 0 && (
          <>
            <p className="font-medium">
              {plural(total, 'study', 'studies')} assigned to this doctor {total === 1 ? 'has' : 'have'} no finished report.
              {total > studies.length && ` The first ${studies.length.toLocaleString('en-GB')} are moved first.`}
            </p>
            <OpenStudies studies={studies} />
            {/* biome-ignore lint/a11y/noLabelWithoutControl: the rule doesn't look inside Select */}
            <label className="flex flex-wrap items-center gap-2 text-sm text-text-2">
              Move studies to
              <Select className="max-sm:grow" value={to} onChange={(event) => setTo(event.target.value)}>
                <option value="">Choose...</option>
                {others.map(({ _id, fullName, openStudies }) => {
                  const reason = away?.get(_id)
                  return (
                    <option key={_id} value={_id}>
                      {fullName} ({openStudies} open{reason && `, ${awayWords(reason)}`})
                    </option>
                  )
                })}
                <option value={nobody}>Nobody (pending assignment)</option>
              </Select>
            </label>
          </>
        )}
      </div>
      <div className="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-3">
        <Button className="max-sm:h-11" onClick={onClose}>
          Cancel
        </Button>
        <Button
          look="danger-solid"
          className="max-sm:h-11"
          disabled={isBusy || !open || (total > 0 && to === '')}
          onClick={() => deactivate()}
        >
          {isBusy ? 'Deactivating...' : total > 0 ? 'Move and deactivate' : 'Deactivate'}
        </Button>
      </div>
    </Dialog>
  )
}
