import { Field } from '../../../components/ui/field.tsx'

/** Lets the administrator choose a table. A new `key` empties it. */
export function FileField({ onChoose }: { onChoose(file: File | null): void }) {
  return (
    <Field label="File" hint="Separated by commas or semicolons." required>
      {({ className: _look, ...control }) => (
        <input
          {...control}
          type="file"
          accept=".csv,text/csv"
          onChange={(event) => onChoose(event.target.files?.[0] ?? null)}
          className="block w-full text-sm file:mr-3 file:h-9 file:rounded-sm file:border file:border-solid file:border-line-strong file:bg-surface file:px-4 file:font-medium file:text-text hover:file:bg-hover max-lg:file:h-11"
        />
      )}
    </Field>
  )
}
