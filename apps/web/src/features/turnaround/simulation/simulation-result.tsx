import type { SimulationResult, SimulationWithResult } from '@readroom/contracts/turnaround/assignment-simulations'
import type { Lateness } from '@readroom/contracts/turnaround/lateness'
import type { ReactNode } from 'react'
import { plural } from '../../../lib/format.ts'
import { evennessHint, evennessWords, latePercent } from '../evenness-words.ts'
import { ColumnHead, cell, NumberHead, tableClass } from '../workload/workload-table.tsx'
import { SimulationDoctors } from './simulation-doctors.tsx'
import { reasonWords, waitWords } from './simulation-words.ts'
import { changesWords, verdictWords } from './verdict.ts'

function Part({ title, hint, children }: { title: string; hint: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="grid gap-2">
      <div>
        <h3 className="font-semibold">{title}</h3>
        <p className="max-w-180 text-sm text-text-2">{hint}</p>
      </div>
      {children}
    </section>
  )
}

function Figure({ label, index }: { label: string; index: number | null }) {
  return (
    <div className="min-w-0 rounded-md border border-line bg-surface px-3 py-2.5">
      <dt className="text-xs text-text-2">{label}</dt>
      <dd>
        <span className="font-semibold">{evennessWords(index)}</span>
        {index !== null && <span className="num ml-2 text-text-2">{index.toFixed(2)}</span>}
      </dd>
    </div>
  )
}

function LatenessRow({ label, lateness }: { label: string; lateness: Lateness }) {
  return (
    <tr className="border-b border-line last:border-0">
      <th scope="row" className={`${cell} text-left font-medium`}>
        {label}
      </th>
      <td className={`${cell} num text-right`}>{lateness.late.toLocaleString('en-GB')}</td>
      <td className={`${cell} num text-right`}>{latePercent(lateness)}</td>
    </tr>
  )
}

function LatenessTable({ lateness: { real, realModel, dealtModel }, changed }: Pick<SimulationResult, 'lateness' | 'changed'>) {
  return (
    <table aria-label="Late studies" className={tableClass}>
      <thead>
        <tr className="border-b border-line text-xs text-text-2">
          <ColumnHead>Of {plural(real.due, 'study', 'studies')} that were due</ColumnHead>
          <NumberHead>Late</NumberHead>
          <NumberHead>Percent</NumberHead>
        </tr>
      </thead>
      <tbody>
        <LatenessRow label="Actual" lateness={real} />
        <LatenessRow label="Actual assignment, in the model" lateness={realModel} />
        <LatenessRow label="Automatic assignment, in the model" lateness={dealtModel} />
        {changed && <LatenessRow label="With the changes, in the model" lateness={changed.lateness} />}
      </tbody>
    </table>
  )
}

function Unfit({ result, labNames }: { result: SimulationResult; labNames: SimulationWithResult['labNames'] }) {
  if (result.unfit.length === 0) return <p>A doctor could read each study as it became ready.</p>
  return (
    <ul className="divide-y divide-line border-y border-line">
      {result.unfit.map((group) => {
        const lab = group.labId === null ? 'no laboratory' : (labNames[group.labId] ?? 'a deleted laboratory')
        const modalities = group.modalities.join(', ') || 'No modality'
        return (
          <li key={`${group.labId} ${modalities} ${group.reason}`} className="py-2">
            <span className="font-medium break-words">
              {modalities}, <bdi>{lab}</bdi>
            </span>
            <span className="num text-text-2"> · {waitWords(group)}</span>
            <span className="block text-sm text-text-2">{reasonWords(group)}</span>
          </li>
        )
      })}
    </ul>
  )
}

type Props = {
  result: SimulationResult
  changes: SimulationWithResult['changes']
  doctorNames: Record<string, string>
  labNames: Record<string, string>
}

/** Shows what the engine would have done beside what happened. */
export function SimulationResultView({ result, changes, doctorNames, labNames }: Props) {
  const { evenness, lateness, studies, unfitStudies, neverDealt } = result
  if (studies === 0) return <p className="text-text-2">No study became ready in this period. Choose a longer one.</p>
  const verdict = verdictWords(result, doctorNames)
  return (
    <div className="grid gap-7">
      {verdict && (
        <div>
          <p className="text-lg font-semibold break-words">{verdict}</p>
          {changes && <p className="text-sm break-words text-text-2">{changesWords(changes, doctorNames)}</p>}
        </div>
      )}
      <Part
        title="Work of the doctors"
        hint="Minutes are those that reading is expected to take. The share is what each doctor should have of the studies that the doctor could read."
      >
        <SimulationDoctors result={result} names={doctorNames} />
      </Part>
      <Part title="Evenness" hint={evennessHint}>
        <dl className="grid grid-cols-2 gap-3 sm:max-w-160 sm:grid-cols-3">
          <Figure label="Actual" index={evenness.real} />
          <Figure label="Automatic" index={evenness.dealt} />
          {result.changed && <Figure label="Changed" index={result.changed.evenness} />}
        </dl>
      </Part>
      <Part
        title="Late studies"
        hint="In the model each doctor reads in shifts only, emergencies first, then by deadline, and takes the expected minutes. Compare the rows of the model with each other: the model knows no breaks, calls or questions."
      >
        <LatenessTable lateness={lateness} changed={result.changed} />
      </Part>
      <Part
        title="Studies that nobody could read"
        hint={`${plural(unfitStudies, 'study', 'studies')} of ${studies.toLocaleString('en-GB')} had no doctor as they became ready, ${neverDealt.toLocaleString('en-GB')} of them until the end of the period.`}
      >
        <Unfit result={result} labNames={labNames} />
      </Part>
    </div>
  )
}
