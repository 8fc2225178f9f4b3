import { imageMoveEndpoints, SplitReport } from '@readroom/contracts/patients/image-moves'
import type { StudyOfSeveralPeople, StudyPerson } from '@readroom/contracts/patients/study-people'
import { useState } from 'react'
import { CheckboxField } from '../../../components/inputs/checkbox.tsx'
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx'
import { FormMessage } from '../../../components/ui/form-message.tsx'
import { api } from '../../../lib/api/api.ts'
import { plural } from '../../../lib/format.ts'
import { useChange } from '../../../lib/hooks/use-change.ts'
import { identityReviewKeys } from '../../../lib/hooks/use-open-reviews.ts'

const reportWords: Record<SplitReport, string> = {
  stays: 'It is about the person who stays. It stays signed.',
  withdrawn: 'Withdraw it. Both studies are read anew.',
}

const countOf = ({ images }: StudyPerson) => images.reduce((sum, { numberOfImages }) => sum + numberOfImages, 0)

const nameOf = (person: StudyPerson, number: number) =>
  `${number}: ${person.name ?? 'no name'}, ${plural(countOf(person), 'image')}`

type Props = { study: StudyOfSeveralPeople; onClose: () => void }

/** Asks whose images leave a study of several people, and what becomes of its report, and splits it. */
export function SplitDialog({ study: { studyId, version, people, hasReport }, onClose }: Props) {
  const [leaving, setLeaving] = useState<ReadonlySet<number>>(new Set())
  const [report, setReport] = useState<SplitReport | null>(null)
  const [error, setError] = useState<string | null>(null)
  const { start, isBusy } = useChange({
    change: () => {
      const chosen = people.flatMap(({ name, birthDate, sex }, index) => (leaving.has(index) ? [{ name, birthDate, sex }] : []))
      return api.call(imageMoveEndpoints.split, { params: { studyId }, body: { version, people: chosen, report } })
    },
    done: ({ message }) => message,
    failed: 'This could not be done. Please try again.',
    onDone: onClose,
    onFailure: setError,
    invalidates: [identityReviewKeys.all],
  })
  const toggle = (index: number) => {
    const next = new Set(leaving)
    if (!next.delete(index)) next.add(index)
    setLeaving(next)
  }
  const isDecided = leaving.size > 0 && leaving.size < people.length && (!hasReport || report !== null)
  return (
    <ConfirmDialog
      title="Split study"
      action="Split study"
      wide
      busy={isBusy || !isDecided}
      onCancel={onClose}
      onConfirm={() => {
        setError(null)
        start()
      }}
    >
      <fieldset className="grid gap-2">
        <legend className="mb-2">People whose images leave this study</legend>
        {people.map((person, index) => (
          <CheckboxField
            key={nameOf(person, index)}
            labelClass="flex min-h-11 items-center gap-2 lg:min-h-0"
            label={<span className="min-w-0 break-words">Person {nameOf(person, index + 1)}</span>}
            checked={leaving.has(index)}
            onChange={() => toggle(index)}
          />
        ))}
      </fieldset>
      {hasReport && (
        <fieldset className="mt-4 grid gap-2">
          <legend className="mb-2">This study has a report. What happens to it?</legend>
          {SplitReport.options.map((option) => (
            <label key={option} className="flex min-h-11 items-center gap-2 lg:min-h-0">
              <input type="radio" name="report" checked={report === option} onChange={() => setReport(option)} />
              {reportWords[option]}
            </label>
          ))}
        </fieldset>
      )}
      <p className="mt-4 text-sm text-text-2">
        Orders are matched anew. Doctors get both studies. Drafts, comments and documents stay with this study. Share links and
        ZIPs end. You can undo the split until the new study has a draft or report.
      </p>
      {error && <FormMessage tone="error">{error}</FormMessage>}
    </ConfirmDialog>
  )
}
