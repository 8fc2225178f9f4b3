import { useQuery } from '@tanstack/react-query'
import { Field } from '../../components/ui/field.tsx'
import { labChoiceOptions } from './reading-templates.queries.ts'

/** For whom an administrator makes something; empty: all laboratories. */
export function PlaceField({ labId, onChange }: { labId: string; onChange: (labId: string) => void }) {
  const { data: labs = [] } = useQuery(labChoiceOptions)
  return (
    <Field label="For studies of">
      {(control) => (
        <select {...control} value={labId} onChange={(event) => onChange(event.target.value)}>
          <option value="">All laboratories</option>
          {labs.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
