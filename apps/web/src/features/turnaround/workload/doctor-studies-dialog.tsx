import type { WorklistRow } from '@readroom/contracts/studies/studies'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, useState } from 'react'
import { CheckboxField } from '../../../components/inputs/checkbox.tsx'
import { Select } from '../../../components/inputs/select.tsx'
import { DoctorAway } from '../../../components/people/away-mark.tsx'
import { Countdown } from '../../../components/study/countdown.tsx'
import { StudyLine } from '../../../components/study/study-line.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { Dialog } from '../../../components/ui/dialog.tsx'
import { Part } from '../../../components/ui/part.tsx'
import { reasonOf } from '../../../lib/api/api-error.ts'
import { countdownBand } from '../../../lib/studies/countdown.ts'
import { useServerTime } from '../../../lib/time/server-clock.ts'
import { doctorStudiesOptions, refetchWorkload } from './workload.queries.ts'

const AssignDialog = lazy(() => import('../../studies/assignments/assign-dialog.tsx'))

const bands = ['open', 'atRisk', 'late'] as const
type Band = (typeof bands)[number]
const bandLabels: Record<Band, string> = { open: 'All open', atRisk: 'At risk', late: 'Late' }
const noStudies: Record<Band, string> = {
  open: 'This doctor has no open studies.',
  atRisk: 'No study of this doctor is at risk.',
  late: 'No study of this doctor is late.',
}

type RowProps = { study: WorklistRow; chosen: boolean; onToggle: () => void }

function StudyRow({ study, chosen, onToggle }: RowProps) {
  return (
    <li>
      <CheckboxField
        checked={chosen}
        onChange={onToggle}
        labelClass="flex min-h-9 items-center gap-x-3 px-5 py-1.5 text-sm hover:bg-hover max-lg:min-h-11"
        label={
          <StudyLine study={study}>
            <Countdown study={study} isAlone />
          </StudyLine>
        }
      />
    </li>
  )
}

type Props = { doctor: { doctorId: string; fullName: string }; onClose: () => void }

/** Lists the open studies of a doctor. The chosen ones open in the assign dialog, which takes the place of the list until it closes. */
export function DoctorStudiesDialog({ doctor: { doctorId, fullName }, onClose }: Props) {
  const client = useQueryClient()
  const { data, error, refetch } = useQuery(doctorStudiesOptions(doctorId))
  const [band, setBand] = useState<Band>('open')
  const [chosenIds, setChosenIds] = useState<ReadonlySet<string>>(new Set())
  const [assigned, setAssigned] = useState<readonly WorklistRow[]>([])
  const studies = data?.data ?? []
  const bandsOfStudies = useServerTime((now) => studies.map((study) => countdownBand(study, now)).join()).split(',')
  const studiesOf = (one: Band) => studies.filter((_study, place) => one === 'open' || bandsOfStudies[place] === one)
  const shown = studiesOf(band)
  const chosen = shown.filter(({ _id }) => chosenIds.has(_id))
  const isAll = shown.length > 0 && chosen.length === shown.length
  const toggle = (studyId: string) => {
    const next = new Set(chosenIds)
    if (!next.delete(studyId)) next.add(studyId)
    setChosenIds(next)
  }

  if (assigned.length > 0)
    return (
      <Part onClose={() => setAssigned([])}>
        <AssignDialog
          studies={assigned}
          onDone={(done) => {
            setChosenIds(new Set([...chosenIds].filter((id) => !done.includes(id))))
            void refetchWorkload(client)
          }}
          onClose={() => setAssigned([])}
        />
      </Part>
    )
  return (
    <Dialog
      title="Open studies"
      width="max-w-[720px]"
      header={
        <div className="flex flex-wrap items-center gap-x-2">
          <bdi className="text-xl font-semibold break-words">{fullName}</bdi>
          <DoctorAway doctorId={doctorId} />
        </div>
      }
      onClose={onClose}
      footer={
        <>
          <Button className="max-lg:h-11" onClick={onClose}>
            Close
          </Button>
          <Button look="primary" className="max-lg:h-11" disabled={chosen.length === 0} onClick={() => setAssigned(chosen)}>
            Reassign selected ({chosen.length})
          </Button>
        </>
      }
    >
      <div className="flex shrink-0 flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-5 py-2">
        <CheckboxField
          checked={isAll}
          indeterminate={chosen.length > 0 && !isAll}
          disabled={shown.length === 0}
          onChange={() => setChosenIds(new Set(isAll ? [] : shown.map(({ _id }) => _id)))}
          labelClass="flex items-center gap-3 text-sm max-lg:min-h-11"
          label={<span>Select all</span>}
        />
        <Select
          aria-label="Which studies"
          className="max-sm:grow"
          value={band}
          onChange={(event) => setBand(bands.find((one) => one === event.target.value) ?? 'open')}
        >
          {bands.map((one) => (
            <option key={one} value={one}>
              {bandLabels[one]} ({studiesOf(one).length})
            </option>
          ))}
        </Select>
        {data && data.totalRecords > studies.length && (
          <p className="text-sm text-text-2">The first {studies.length.toLocaleString('en-GB')} by deadline.</p>
        )}
      </div>
      <div className="min-h-44 overflow-y-auto">
        {shown.length > 0 && (
          <ul aria-label={`Open studies of ${fullName}`} className="divide-y divide-line">
            {shown.map((study) => (
              <StudyRow key={study._id} study={study} chosen={chosenIds.has(study._id)} onToggle={() => toggle(study._id)} />
            ))}
          </ul>
        )}
        {!data && !error && (
          <p role="status" className="py-12 text-center text-text-2">
            Loading open studies...
          </p>
        )}
        {!data && error && (
          <div role="alert" className="grid justify-items-center gap-3 py-10 text-text-2">
            {reasonOf(error, 'The open studies could not be loaded.')}
            <Button onClick={() => void refetch()}>Try again</Button>
          </div>
        )}
        {data && shown.length === 0 && <p className="py-12 text-center text-text-2">{noStudies[band]}</p>}
      </div>
    </Dialog>
  )
}
