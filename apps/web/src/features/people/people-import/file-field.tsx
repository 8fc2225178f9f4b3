import { Field } from '../../../components/inputs/field.tsx'
import { FileInput } from '../../../components/inputs/file-input.tsx'

/** Lets the administrator choose a table. A new `key` empties it. */
export function FileField({ onChoose }: { onChoose(file: File | null): void }) {
  return (
    <Field label="File" hint="Separated by commas or semicolons." required>
      {(control) => (
        <FileInput {...control} accept=".csv,text/csv" onChange={(event) => onChoose(event.target.files?.[0] ?? null)} />
      )}
    </Field>
  )
}
