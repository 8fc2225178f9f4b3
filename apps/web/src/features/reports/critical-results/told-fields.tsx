import { type CriticalMethod, criticalMethodLabels, criticalMethods } from '@readroom/contracts/reports/critical-results'
import { FormField, FormSelect } from '../../../components/form/form-field.tsx'

/** The entries about a notified person. An empty name means nobody. */
export type Told = { name: string; telephone: string; method: CriticalMethod }

export const nobodyTold: Told = { name: '', telephone: '', method: 'telephone' }

/** Asks for the person notified of a critical result, their telephone number, and the method. */
export function ToldFields({ required = false }: { required?: boolean }) {
  return (
    <div className="grid gap-3 sm:grid-cols-[5fr_4fr_3fr]">
      <FormField<Told> name="name" label="Person notified" required={required} maxLength={200} />
      <FormField<Told> name="telephone" label="Telephone" type="tel" maxLength={50} />
      <FormSelect<Told>
        name="method"
        label="Method"
        choices={criticalMethods.map((value) => ({ value, label: criticalMethodLabels[value] }))}
      />
    </div>
  )
}
