import { Settings } from '@readroom/contracts/operations/settings'
import type { z } from 'zod'
import { FormBody } from '../../../components/form/form-body.tsx'
import { FormZone, wrongZone } from '../../../components/form/form-field.tsx'
import { useSchemaForm } from '../../../components/form/use-schema-form.ts'
import { SubmitButton } from '../../../components/ui/submit-button.tsx'
import { changeSettings } from '../settings/settings.queries.ts'
import { firstStepsKey } from './first-steps.queries.ts'

const Fields = Settings.pick({ clinicTimeZone: true })
type Fields = z.input<typeof Fields>

/** Asks for the clinic's time zone. Suggests the browser's. */
export function TimeZoneStep() {
  const form = useSchemaForm({
    schema: Fields,
    values: { clinicTimeZone: Intl.DateTimeFormat().resolvedOptions().timeZone },
    words: { clinicTimeZone: wrongZone },
    change: (values) => changeSettings({ values, reset: [] }),
    done: () => 'Time zone saved',
    failed: 'The time zone could not be saved. Please try again.',
    invalidates: [firstStepsKey, ['settings']],
  })
  return (
    <FormBody form={form} className="flex flex-wrap items-end gap-2">
      <div className="w-full max-w-80">
        <FormZone<Fields> name="clinicTimeZone" />
      </div>
      <SubmitButton busy={form.isBusy} label="Save" busyLabel="Saving..." />
    </FormBody>
  )
}
