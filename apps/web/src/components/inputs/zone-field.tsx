import { Field } from './field.tsx'
import { ZoneList, zoneList } from './zone-list.tsx'

type Props = { value: string; error: string | undefined; onChange: (zone: string) => void }

/** Lets the user type a time zone, with those that the browser knows as suggestions. */
export function ZoneField({ value, error, onChange }: Props) {
  return (
    <>
      <ZoneList />
      <Field label="Time zone" error={error} required>
        {(control) => (
          <input
            {...control}
            list={zoneList}
            autoComplete="off"
            spellCheck={false}
            required
            value={value}
            onChange={({ target }) => onChange(target.value)}
          />
        )}
      </Field>
    </>
  )
}
