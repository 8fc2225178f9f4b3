import type { TemplatePlace, TemplateScope } from '@readroom/contracts/reading/reading-templates'
import { useQuery } from '@tanstack/react-query'
import { Field } from '../../../../components/inputs/field.tsx'
import { labChoiceOptions } from '../../../../lib/lists/locations.queries.ts'

type Placed = { scope: TemplateScope; labName: string | null }

/** Returns the owner of a template or text block in words. */
export const ownerOf = ({ scope, labName }: Placed): string =>
  scope === 'doctor' ? 'Your own' : scope === 'lab' ? (labName ?? 'A laboratory') : 'All laboratories'

/** Returns the scope chosen by an administrator. `labId` is empty for all laboratories. */
export const placeOf = (isAdmin: boolean, labId: string): TemplatePlace => {
  if (!isAdmin) return { scope: 'doctor', labId: null }
  return labId === '' ? { scope: 'system', labId: null } : { scope: 'lab', labId }
}

/** Splits a text at commas. */
export const listed = (text: string): string[] =>
  text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')

/** Lets an administrator choose the laboratory. Empty means all. */
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
