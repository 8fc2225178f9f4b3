import { CriticalMethod, criticalMethodLabels, criticalMethods } from '@readroom/contracts/reports/critical-results'
import { Field } from '../../../components/inputs/field.tsx'

/** The entries about a notified person. An empty name means nobody. */
export type Told = { name: string; telephone: string; method: CriticalMethod }

export const nobodyTold: Told = { name: '', telephone: '', method: 'telephone' }

type Props = { told: Told; required?: boolean; onChange: (told: Told) => void }

/** Asks for the person notified of a critical result, their telephone number, and the method. */
export function ToldFields({ told, required, onChange }: Props) {
  const change = (part: Partial<Told>) => onChange({ ...told, ...part })
  return (
    <div className="grid gap-3 sm:grid-cols-[5fr_4fr_3fr]">
      <Field label="Person notified" required={required}>
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
      <Field label="Method">
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
