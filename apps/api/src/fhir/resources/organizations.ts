import { findLab } from '@readroom/db/people/labs'
import type { Searcher } from './searcher.ts'

/** Finds the laboratory of the client, the only organization that it sees. */
export const searchOrganizations: Searcher = async ({ db, labId }, { id, after }) => {
  const found = await findLab(db, labId)
  if (!found || after || (id !== undefined && id !== labId)) return []
  const { lab } = found
  return [
    {
      resource: {
        resourceType: 'Organization',
        id: lab.id,
        meta: { versionId: String(lab.version), lastUpdated: lab.updatedAt.toISOString() },
        active: lab.isActive,
        name: lab.name,
      },
      position: { receivedAt: lab.createdAt, id: lab.id },
    },
  ]
}
