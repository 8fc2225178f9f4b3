import { findLab } from '@readroom/db/people/labs'
import { positionIn, type Searcher } from './search/searcher.ts'

/** Finds the laboratory of the client, the only organization that it sees. */
export const searchOrganizations: Searcher = async ({ db, labId }, search) => {
  const { ids, after, changed } = search
  const found = await findLab(db, labId)
  if (!found || after || (ids && !ids.includes(labId))) return []
  const { lab } = found
  if (changed?.from && lab.updatedAt < changed.from) return []
  if (changed?.before && lab.updatedAt >= changed.before) return []
  return [
    {
      resource: {
        resourceType: 'Organization',
        id: lab.id,
        meta: { versionId: String(lab.version), lastUpdated: lab.updatedAt.toISOString() },
        active: lab.isActive,
        name: lab.name,
      },
      position: positionIn(search, { id: lab.id, arrivedAt: lab.createdAt, changedAt: lab.updatedAt }),
    },
  ]
}
