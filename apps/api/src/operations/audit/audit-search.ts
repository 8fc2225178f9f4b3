import { auditActionNames, auditActions } from '@readroom/contracts/core/audit-actions'
import type { AuditFilters } from '@readroom/contracts/operations/audit'
import type { Db } from '@readroom/db/core/client'
import {
  type AuditSearch,
  findPatientOfStudy,
  findPatientsById,
  findPatientsByName,
  findPeopleByText,
  findStudiesByAccession,
  listTargetsOfPatients,
} from '@readroom/db/operations/audit-log'

async function findEither(db: Db, text: string): Promise<AuditSearch['either']> {
  if (text === '') return null
  const [byId, byName, people, byAccession] = await Promise.all([
    findPatientsById(db, text),
    findPatientsByName(db, text),
    findPeopleByText(db, text),
    findStudiesByAccession(db, text),
  ])
  const ofPatients = await listTargetsOfPatients(db, [...new Set([...byId, ...byName])])
  return { people, targets: [...ofPatients, ...byAccession] }
}

async function findTargets(db: Db, { patient, study, recordOf }: AuditFilters): Promise<AuditSearch['targets']> {
  if (study !== undefined) return [{ type: 'study', id: study }]
  if (recordOf !== undefined) {
    const found = await findPatientOfStudy(db, recordOf)
    return listTargetsOfPatients(db, found === null ? [] : [found])
  }
  return patient === undefined ? null : listTargetsOfPatients(db, [patient])
}

function actionsOf({ action, kind }: AuditFilters): AuditSearch['actions'] {
  if (action !== undefined) return kind === undefined || auditActions[action][0] === kind ? [action] : []
  return kind === undefined ? null : auditActionNames.filter((name) => auditActions[name][0] === kind)
}

/** Converts the filters to a search of rows. Days are days in `zone`. */
export async function toAuditSearch(db: Db, filters: AuditFilters, zone: string): Promise<AuditSearch> {
  const { person, from, to, search } = filters
  return {
    actions: actionsOf(filters),
    people: person === undefined ? null : [person],
    targets: await findTargets(db, filters),
    either: await findEither(db, search),
    days: { from: from ?? null, to: to ?? null, zone },
  }
}
