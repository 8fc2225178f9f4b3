import type { TemplatePlace, TemplateScope } from '@readroom/contracts/reading/reading-templates'
import { useQuery } from '@tanstack/react-query'
import { FormSelect } from '../../../../components/form/form-field.tsx'
import { textAs } from '../../../../lib/forms/text-as.ts'
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
export const listed = textAs.list.read

/** Lets an administrator choose the laboratory. Empty means all. */
export function PlaceField() {
  const { data: labs = [] } = useQuery(labChoiceOptions)
  return (
    <FormSelect<{ labId: string }>
      name="labId"
      label="For studies of"
      choices={[{ value: '', label: 'All laboratories' }, ...labs]}
    />
  )
}
