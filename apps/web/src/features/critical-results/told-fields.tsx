import { CriticalMethod, criticalMethodLabels, criticalMethods } from '@readroom/contracts/critical-results'
import { Field } from '../../components/ui/field.tsx'

/** Somebody who was told, as it is typed; nobody where the name is empty. */
export type Told = { name: string; telephone: string; method: CriticalMethod }

export const nobodyTold: Told = { name: '', telephone: '', method: 'telephone' }

type Props = { told: Told; required?: boolean; onChange: (told: Told) => void }

/** Who was told of a critical result, under which number, and how. */
export function ToldFields({ told, required, onChange }: Props) {
  const change = (part: Partial<Told>) => onChange({ ...told, ...part })
  return (
    <div className="grid gap-3 sm:grid-cols-[5fr_4fr_3fr]">
      <Field label="Who was told" required={required}>
        {(control) => (
          <input
            {...control}
            required={required}
            maxLength={200}
            value={told.name}
            onChange={({ target }) => change({ name: target.value })}
          />
        )}
      </Field>
      <Field label="Telephone">
        {(control) => (
          <input
            {...control}
            type="tel"
            maxLength={50}
            value={told.telephone}
            onChange={({ target }) => change({ telephone: target.value })}
          />
        )}
      </Field>
      <Field label="How">
        {(control) => (
          <select
            {...control}
            value={told.method}
            onChange={({ target }) => change({ method: CriticalMethod.parse(target.value) })}
          >
            {criticalMethods.map((method) => (
              <option key={method} value={method}>
                {criticalMethodLabels[method]}
              </option>
            ))}
          </select>
        )}
      </Field>
    </div>
  )
}
