import { useState } from 'react'
import { ZoneField } from '../../../components/inputs/zone-field.tsx'
import { SubmitButton } from '../../../components/ui/submit-button.tsx'
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
      <div className="w-full max-w-80">
        <ZoneField
          value={zone}
          error={error}
          onChange={(next) => {
            setZone(next)
            setError(undefined)
          }}
        />
      </div>
      <SubmitButton busy={isBusy} label="Save" busyLabel="Saving..." />
    </form>
  )
}
