import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Field } from '../../../components/inputs/field.tsx'
import { FileInput } from '../../../components/inputs/file-input.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { FormMessage } from '../../../components/ui/form-message.tsx'
import { useChange } from '../../../lib/hooks/use-change.ts'
import { labChoiceOptions } from '../../../lib/lists/locations.queries.ts'
import { notify } from '../../../lib/notify.tsx'
import { uploadTemplate } from './report-templates.queries.ts'

/** Uploads a template. Errors stay on the page, to be read while the user edits the template in Word. */
export function TemplateUpload({ onUploaded }: { onUploaded: () => void }) {
  const { data: labs = [] } = useQuery(labChoiceOptions)
  const [labId, setLabId] = useState('')
  const [modality, setModality] = useState('')
  const [file, setFile] = useState<File | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const { start, isBusy } = useChange({
    change: (chosen: File) => uploadTemplate(chosen, { labId, modality }),
    done: ({ message }) => message,
    failed: 'Failed to upload template',
    onDone: onUploaded,
    onFailure: setFault,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!file) return void notify.error('Please select a file')
    setFault(null)
    start(file)
  }
  return (
    <form onSubmit={submit} className="grid gap-4 sm:grid-cols-2">
      <Field label="Laboratory">
        {(control) => (
          <select {...control} value={labId} onChange={(event) => setLabId(event.target.value)}>
            <option value="">All laboratories</option>
            {labs.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label="Modality" hint="Such as CT. Leave empty for all.">
        {(control) => (
          <input {...control} maxLength={16} value={modality} onChange={(event) => setModality(event.target.value)} />
        )}
      </Field>
      <Field label="Template" hint="A Word document (.docx) with fields in braces, up to 5 MB." required>
        {(control) => <FileInput {...control} accept=".docx" onChange={(event) => setFile(event.target.files?.[0] ?? null)} />}
      </Field>
      <div className="flex items-center sm:justify-end">
        <Button type="submit" look="primary" className="max-lg:h-11" disabled={!file || isBusy}>
          {isBusy ? 'Uploading...' : 'Upload template'}
        </Button>
      </div>
      {fault && (
        <div className="sm:col-span-2">
          <FormMessage tone="error">{fault}</FormMessage>
        </div>
      )}
    </form>
  )
}
