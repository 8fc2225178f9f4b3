import type { TemplatePlace, TemplateScope } from '@readroom/contracts/reading-templates'

type Placed = { scope: TemplateScope; labName: string | null }

/** Whose a template or text block is, in words. */
export const ownerOf = ({ scope, labName }: Placed): string =>
  scope === 'doctor' ? 'Your own' : scope === 'lab' ? (labName ?? 'A laboratory') : 'All laboratories'

/** The choice of an administrator: a laboratory's id, or empty for all. */
export const placeOf = (isAdmin: boolean, labId: string): TemplatePlace => {
  if (!isAdmin) return { scope: 'doctor', labId: null }
  return labId === '' ? { scope: 'system', labId: null } : { scope: 'lab', labId }
}

/** Words between commas. */
export const listed = (text: string): string[] =>
  text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')
