import type { Priority } from '@readroom/contracts/core/primitives'
import type { DeadlineRule } from '@readroom/contracts/studies/deadline-rules'
import type { ImagingModality } from '@readroom/contracts/studies/modalities'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FormMessage } from '../../../components/ui/form-message.tsx'
import { ChoiceField, modalityChoices, urgencyChoices } from './choice-field.tsx'
import { deadlinePreviewOptions, type LabChoice } from './deadline-rules.queries.ts'
import { placeWords, previewWords } from './deadline-words.ts'

type Props = { labs: readonly LabChoice[]; rules: readonly DeadlineRule[] }

/** Shows in words when studies of a chosen kind are due, and by which rule. */
export function DeadlinePreview({ labs, rules }: Props) {
  const [labId, setLabId] = useState(labs[0]?.value ?? null)
  const [urgency, setUrgency] = useState<Priority>('URGENT')
  const [modality, setModality] = useState<ImagingModality | null>('CT')
  const question = { urgency, ...(labId !== null && { labId }), ...(modality !== null && { modality }) }
  const { data, error } = useQuery(deadlinePreviewOptions(question))
  const labName = labs.find(({ value }) => value === labId)?.label ?? null
  const rule = rules.find(({ _id }) => _id === data?.ruleId)
  const source = data?.ruleId === null ? 'default' : rule && placeWords(rule)
  return (
    <section aria-label="Preview" className="mb-8">
      <h2 className="border-b border-line pb-2 text-lg font-semibold">Preview</h2>
      <div className="mt-4 grid gap-4 sm:grid-cols-3">
        <ChoiceField
          label="Laboratory"
          choices={[...labs, { value: null, label: 'No laboratory' }]}
          value={labId}
          onChange={setLabId}
        />
        <ChoiceField
          label="Urgency"
          choices={urgencyChoices}
          value={urgency}
          onChange={(chosen) => setUrgency(chosen ?? urgency)}
        />
        <ChoiceField
          label="Modality"
          choices={[...modalityChoices, { value: null, label: 'Other' }]}
          value={modality}
          onChange={setModality}
        />
      </div>
      {error && !data ? (
        <FormMessage tone="error" className="mt-3">
          The preview could not be loaded.
        </FormMessage>
      ) : (
        <div role="status" className="mt-3 min-h-10 break-words">
          {data && (
            <>
              <p>{previewWords({ labName, urgency, modality }, data)}</p>
              {source && <p className="text-text-2">Rule: {source}</p>}
            </>
          )}
        </div>
      )}
    </section>
  )
}
