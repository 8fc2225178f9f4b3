import { eligibilitySheetEndpoints, SheetSeparator } from '@readroom/contracts/people/eligibility-sheet'
import { useState } from 'react'
import { Field } from '../../../components/inputs/field.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { FormMessage } from '../../../components/ui/form-message.tsx'
import { api } from '../../../lib/api/api.ts'
import { useChange } from '../../../lib/hooks/use-change.ts'
import { saveBlob } from '../../../lib/save-file.ts'

const separatorWords: Record<SheetSeparator, string> = { comma: 'Commas', semicolon: 'Semicolons' }

/** Lets the administrator download the sheet of all doctors. */
export function DownloadSheet() {
  const [separator, setSeparator] = useState<SheetSeparator>('comma')
  const [refusal, setRefusal] = useState('')
  const download = useChange({
    change: () => api.download(eligibilitySheetEndpoints.download, { query: { separator } }),
    failed: 'The file could not be downloaded. Please try again.',
    onDone({ blob, fileName }) {
      setRefusal('')
      saveBlob(blob, fileName ?? 'doctors.csv')
    },
    onFailure: setRefusal,
  })
  return (
    <section aria-label="Download" className="grid gap-3">
      <h2 className="text-lg font-semibold">1. Download and edit</h2>
      <Field label="Separated by" hint="Choose semicolons if your spreadsheet shows each line in a single cell.">
        {(control) => (
          <select
            {...control}
            value={separator}
            onChange={({ target }) => setSeparator(SheetSeparator.catch('comma').parse(target.value))}
          >
            {SheetSeparator.options.map((option) => (
              <option key={option} value={option}>
                {separatorWords[option]}
              </option>
            ))}
          </select>
        )}
      </Field>
      <div>
        <Button className="max-lg:h-11" disabled={download.isBusy} onClick={() => download.start()}>
          Download doctors
        </Button>
      </div>
      {refusal && <FormMessage tone="error">{refusal}</FormMessage>}
    </section>
  )
}
