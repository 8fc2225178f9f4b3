import { locationEndpoints } from '@readroom/contracts/people/locations'
import type { WorklistRow } from '@readroom/contracts/studies/studies'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { FormDialog } from '../../../components/form/form-dialog.tsx'
import { FormCheck, FormSelect } from '../../../components/form/form-field.tsx'
import { StudyIdentity } from '../../../components/study/study-facts.tsx'
import { FormMessage } from '../../../components/ui/form-message.tsx'
import { api } from '../../../lib/api/api.ts'
import { messageOf } from '../../../lib/api/api-error.ts'
import { plural } from '../../../lib/format.ts'
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

const { set } = locationEndpoints
type Fields = z.input<typeof set.body>

function LocationForm({ row, onClose }: { row: WorklistRow; onClose: () => void }) {
  const client = useQueryClient()
  const { data, error } = useChoices(row._id)
  const labs = data?.locations.map(({ value, label, code }) => ({ value, label: `${label} (${code})` })) ?? []
  return (
    <FormDialog
      title="Set location"
      width="max-w-[520px]"
      header={<StudyIdentity row={row} />}
      action="Set location"
      busyLabel="Setting..."
      schema={set.body}
      values={{ locationId: row.locationId ?? '', others: false }}
      words={{ locationId: 'Please choose a laboratory' }}
      change={(body) => api.call(set, { params: { studyId: row._id }, body })}
      done={({ changed }) => `Location set for ${plural(changed, 'study', 'studies')}`}
      failed={failed}
      onDone={({ study }) => updateCachedRows(client, [study])}
      invalidates={[studyKeys.lists, studyKeys.counts]}
      onClose={onClose}
    >
      {error && <FormMessage tone="error">{messageOf(error, failed)}</FormMessage>}
      <FormSelect<Fields>
        name="locationId"
        label="Laboratory"
        hint={data?.study.callingAeTitle ? `Sent by AE title ${data.study.callingAeTitle}` : undefined}
        choices={[{ value: '', label: 'Choose a laboratory' }, ...labs]}
        required
      />
      {data && data.study.others > 0 && (
        <FormCheck<Fields>
          name="others"
          label={`Also ${plural(data.study.others, 'other study', 'other studies')} of AE title ${data.study.callingAeTitle} without a location`}
        />
      )}
    </FormDialog>
  )
}
