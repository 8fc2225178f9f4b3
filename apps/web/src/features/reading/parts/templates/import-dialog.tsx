import { readingTemplateEndpoints } from '@readroom/contracts/reading/reading-templates'
import { useState } from 'react'
import { Field } from '../../../../components/inputs/field.tsx'
import { FileInput } from '../../../../components/inputs/file-input.tsx'
import { api } from '../../../../lib/api/api.ts'
import { FormDialog } from './form-dialog.tsx'
import { PlaceField, placeOf } from './place-field.tsx'

type Props = { isAdmin: boolean; onSaved: () => Promise<void>; onClose: () => void }

/** Imports a template from a file. */
export function ImportDialog({ isAdmin, onSaved, onClose }: Props) {
  const [file, setFile] = useState<File | null>(null)
  const [name, setName] = useState('')
  const [labId, setLabId] = useState('')
  const save = async () => {
    if (!file) throw new Error('no file chosen')
    const place = placeOf(isAdmin, labId)
    const fields = { scope: place.scope, labId: place.labId ?? '', name }
    const { message, notes } = await api.upload(readingTemplateEndpoints.import, {}, { file, fields })
    return [`${message}.`, ...notes].join(' ')
  }
  return (
    <FormDialog title="Import template" action="Import" isFilled={false} save={save} onSaved={onSaved} onClose={onClose}>
      <p className="text-text-2">
        Import a report template in the RSNA/IHE format (MRRT, HTML). Unless Readroom exported it, it opens automatically only
        after you set its studies.
      </p>
      <Field label="File" hint="HTML, up to 1 MB." required>
        {(control) => (
          <FileInput
            {...control}
            required
            accept=".html,.htm,text/html"
            onChange={({ target }) => setFile(target.files?.[0] ?? null)}
          />
        )}
      </Field>
      <Field label="Name" hint="Leave empty to use the title of the file.">
        {(control) => <input {...control} maxLength={100} value={name} onChange={({ target }) => setName(target.value)} />}
      </Field>
      {isAdmin && <PlaceField labId={labId} onChange={setLabId} />}
    </FormDialog>
  )
}
