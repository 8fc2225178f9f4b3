import type { Role } from '@readroom/contracts/core/permissions'
import { markEndpoints } from '@readroom/contracts/studies/mark-changes'
import type { WorklistRow } from '@readroom/contracts/studies/studies'
import { type ManualMark, marksToSet, ofEachManualMark, studyMarks } from '@readroom/contracts/studies/study-marks'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { z } from 'zod'
import { FormDialog } from '../../../components/form/form-dialog.tsx'
import { FormCheck, FormText } from '../../../components/form/form-field.tsx'
import { Fact } from '../../../components/study/study-facts.tsx'
import { api } from '../../../lib/api/api.ts'
import { updateCachedRows } from '../../../lib/studies/study-cache.ts'

/** Each mark as the body of its endpoint, so that the contract checks every note. */
const MarksForm = z.object(ofEachManualMark((mark) => markEndpoints[mark].body))

/** Asks for a mark, and for its note once the mark is set. */
function MarkFields({ mark }: { mark: ManualMark }) {
  const isSet = useWatch({ name: `${mark}.isSet` })
  return (
    <div className="grid gap-2">
      <FormCheck name={`${mark}.isSet`} label={studyMarks[mark].label} />
      {isSet === true && studyMarks[mark].set.hasNote && (
        <FormText name={`${mark}.note`} label={`Note: ${studyMarks[mark].label}`} />
      )}
    </div>
  )
}

type Props = { row: WorklistRow; role: Role; onClose: () => void }

/** Sets and removes the marks of a study, and writes their notes. */
export default function MarksDialog({ row, role, onClose }: Props) {
  const client = useQueryClient()
  const shown = marksToSet(role)
  // As the dialog opened: marks that somebody else sets meanwhile were not changed here.
  const [values] = useState(() =>
    ofEachManualMark((mark) => ({ isSet: row.caseFlags.includes(mark), note: row.markNotes[mark] ?? '' })),
  )
  return (
    <FormDialog
      title="Marks"
      width="max-w-[480px]"
      header={
        <p className="text-sm text-text-2">
          <Fact value={row.patientName} /> · <Fact value={row.description} />
        </p>
      }
      action="Save marks"
      schema={MarksForm}
      values={values}
      change={async (chosen) => {
        for (const mark of shown) {
          const { isSet, note = '' } = chosen[mark]
          if (isSet === values[mark].isSet && note === values[mark].note) continue
          const body = { isSet, note: isSet ? note : '' }
          const { study } = await api.call(markEndpoints[mark], { params: { studyId: row._id }, body })
          updateCachedRows(client, [study])
        }
      }}
      failed="The marks could not be saved. Please try again."
      onClose={onClose}
    >
      {shown.map((mark) => (
        <MarkFields key={mark} mark={mark} />
      ))}
    </FormDialog>
  )
}
