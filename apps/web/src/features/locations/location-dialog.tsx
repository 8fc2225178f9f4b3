import { locationEndpoints } from '@readroom/contracts/locations'
import type { WorklistRow } from '@readroom/contracts/studies'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { StudyIdentity } from '../../components/study/study-facts.tsx'
import { Button } from '../../components/ui/button.tsx'
import { CheckboxField } from '../../components/ui/checkbox.tsx'
import { Dialog } from '../../components/ui/dialog.tsx'
import { Field } from '../../components/ui/field.tsx'
import { FormMessage } from '../../components/ui/form-message.tsx'
import { SubmitButton } from '../../components/ui/submit-button.tsx'
import { api } from '../../lib/api/api.ts'
import { messageOf } from '../../lib/api/api-error.ts'
import { plural } from '../../lib/format.ts'
import { notify } from '../../lib/notify.tsx'
import { studyKeys, updateCachedRows } from '../../lib/studies/study-cache.ts'

/** What the dialog offers: every laboratory, and how many other studies of the same scanner have none. */
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

/** Sets the laboratory of a study, and on request of all studies of its scanner that have none. */
export default function LocationDialog({ studies, onClose }: { studies: readonly WorklistRow[]; onClose: () => void }) {
  const [row] = studies
  return row ? <LocationForm row={row} onClose={onClose} /> : null
}

function LocationForm({ row, onClose }: { row: WorklistRow; onClose: () => void }) {
  const client = useQueryClient()
  const formId = useId()
  const { data, error } = useChoices(row._id)
  const [locationId, setLocationId] = useState(row.locationId ?? '')
  const [others, setOthers] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const problem = failure ?? error

  const save = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setFailure(null)
    try {
      const { study, changed } = await api.call(locationEndpoints.set, {
        params: { studyId: row._id },
        body: { locationId, others },
      })
      updateCachedRows(client, [study])
      void client.invalidateQueries({ queryKey: studyKeys.lists })
      void client.invalidateQueries({ queryKey: studyKeys.counts })
      notify.success(`Location set for ${plural(changed, 'study', 'studies')}`)
      onClose()
    } catch (caught) {
      setFailure(caught)
      setBusy(false)
    }
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
          <SubmitButton form={formId} label="Set location" busyLabel="Setting..." busy={busy} disabled={locationId === ''} />
        </>
      }
    >
      <form id={formId} onSubmit={(event) => void save(event)} className="space-y-4 px-5 py-4">
        {problem !== null && (
          <FormMessage tone="error">{messageOf(problem, 'The location could not be set. Please try again.')}</FormMessage>
        )}
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
