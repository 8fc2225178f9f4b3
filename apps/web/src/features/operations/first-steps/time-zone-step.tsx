import { useState } from 'react'
import { Field } from '../../../components/ui/field.tsx'
import { SubmitButton } from '../../../components/ui/submit-button.tsx'
import { ZoneList, zoneList } from '../../../components/ui/zone-list.tsx'
import { useChange } from '../../../lib/hooks/use-change.ts'
import { changeSettings } from '../settings/settings.queries.ts'
import { firstStepsKey } from './first-steps.queries.ts'

/** Asks for the clinic's time zone. Suggests the browser's. */
export function TimeZoneStep() {
  const [zone, setZone] = useState(() => Intl.DateTimeFormat().resolvedOptions().timeZone)
  const [error, setError] = useState<string>()
  const { start, isBusy } = useChange({
    change: () => changeSettings({ values: { clinicTimeZone: zone.trim() }, reset: [] }),
    done: () => 'Time zone saved',
    failed: 'Please choose a time zone from the list.',
    onFailure: setError,
    invalidates: [firstStepsKey, ['settings']],
  })
  return (
    <form
      noValidate
      className="flex flex-wrap items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        start()
      }}
    >
      <ZoneList />
      <div className="w-full max-w-80">
        <Field label="Time zone" error={error}>
          {(control) => (
            <input
              {...control}
              list={zoneList}
              value={zone}
              autoComplete="off"
              spellCheck={false}
              onChange={({ target }) => {
                setZone(target.value)
                setError(undefined)
              }}
            />
          )}
        </Field>
      </div>
      <SubmitButton busy={isBusy} label="Save" busyLabel="Saving..." />
    </form>
  )
}
