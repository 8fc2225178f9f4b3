import { locationEndpoints } from '@readroom/contracts/people/locations'
import type { WorklistRow } from '@readroom/contracts/studies/studies'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { CheckboxField } from '../../../components/inputs/checkbox.tsx'
import { Field } from '../../../components/inputs/field.tsx'
import { StudyIdentity } from '../../../components/study/study-facts.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { Dialog } from '../../../components/ui/dialog.tsx'
import { FormMessage } from '../../../components/ui/form-message.tsx'
import { SubmitButton } from '../../../components/ui/submit-button.tsx'
import { api } from '../../../lib/api/api.ts'
import { messageOf } from '../../../lib/api/api-error.ts'
import { plural } from '../../../lib/format.ts'
import { useChange } from '../../../lib/hooks/use-change.ts'
import { studyKeys, updateCachedRows } from '../../../lib/studies/study-cache.ts'

/** Loads all laboratories, and the number of other studies from the same scanner that have none. */
function useChoices(studyId: string) {
  return useQuery({
    queryKey: ['study-location', studyId],
    queryFn: async ({ signal }) => {
      const [{ locations }, study] = await Promise.all([
        api.call(locationEndpoints.list, {}, { signal }),
        api.call(locationEndpoints.ofStudy, { params: { studyId } }, { signal }),
      ])
      return { locations, study }
    },
    staleTime: 0,
  })
}

/** Sets the laboratory of a study and, if chosen, of all its scanner's studies that have none. */
export default function LocationDialog({ studies, onClose }: { studies: readonly WorklistRow[]; onClose: () => void }) {
  const [row] = studies
  return row ? <LocationForm row={row} onClose={onClose} /> : null
}

const failed = 'The location could not be set. Please try again.'

function LocationForm({ row, onClose }: { row: WorklistRow; onClose: () => void }) {
  const client = useQueryClient()
  const formId = useId()
  const { data, error } = useChoices(row._id)
  const [locationId, setLocationId] = useState(row.locationId ?? '')
  const [others, setOthers] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const problem = failure ?? (error && messageOf(error, failed))
  const { start, isBusy } = useChange({
    change: () => api.call(locationEndpoints.set, { params: { studyId: row._id }, body: { locationId, others } }),
    done: ({ changed }) => `Location set for ${plural(changed, 'study', 'studies')}`,
    failed,
    onFailure: setFailure,
    onDone({ study }) {
      updateCachedRows(client, [study])
      onClose()
    },
    invalidates: [studyKeys.lists, studyKeys.counts],
  })
  const save = (event: FormEvent) => {
    event.preventDefault()
    setFailure(null)
    start()
  }

  return (
    <Dialog
      title="Set location"
      width="max-w-[520px]"
      onClose={onClose}
      header={<StudyIdentity row={row} />}
      footer={
        <>
          <Button size="lg" className="max-lg:h-11" onClick={onClose}>
            Cancel
          </Button>
          <SubmitButton form={formId} label="Set location" busyLabel="Setting..." busy={isBusy} disabled={locationId === ''} />
        </>
      }
    >
      <form id={formId} onSubmit={save} className="space-y-4 px-5 py-4">
        {problem && <FormMessage tone="error">{problem}</FormMessage>}
        <Field label="Laboratory" hint={data?.study.callingAeTitle ? `Sent by AE title ${data.study.callingAeTitle}` : undefined}>
          {(control) => (
            <select
              {...control}
              data-autofocus
              value={locationId}
              required
              onChange={({ target }) => setLocationId(target.value)}
            >
              <option value="">Choose a laboratory</option>
              {data?.locations.map(({ value, label, code }) => (
                <option key={value} value={value}>
                  {label} ({code})
                </option>
              ))}
            </select>
          )}
        </Field>
        {data && data.study.others > 0 && (
          <CheckboxField
            labelClass="flex items-start gap-2 text-sm"
            label={`Also ${plural(data.study.others, 'other study', 'other studies')} of AE title ${data.study.callingAeTitle} without a location`}
            checked={others}
            onChange={({ target }) => setOthers(target.checked)}
          />
        )}
      </form>
    </Dialog>
  )
}
