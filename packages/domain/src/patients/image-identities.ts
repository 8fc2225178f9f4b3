import { createHash } from 'node:crypto'
import { rowName } from '@readroom/contracts/core/person-names'
import type { NewStudyPerson } from '@readroom/db/patients/study-people'
import type { Identity } from './patient-identity.ts'

export type Named = Pick<NewStudyPerson, 'name' | 'birthDate' | 'sex'>

export const identityOf = ({ name = null, birthDate = null, sex = null }: Named): Identity => ({ name, birthDate, sex })

/** Names an identity, so that equal ones are found: names with the same words are equal. */
export const keyOf = (named: Named): string => JSON.stringify({ ...identityOf(named), name: rowName(named.name ?? null) })

/** An image that names nobody, such as a dose report, says nothing against the others. */
export const saysNothing = ({ name, birthDate, sex }: Identity) => name === null && birthDate === null && sex === null

/** Returns each identity once. */
export const distinct = (people: readonly Named[]): Identity[] => [
  ...new Map(people.map((person) => [keyOf(person), identityOf(person)])).values(),
]

/** Names an identity without telling it: this outlives the erasure of its person. */
export const hashOfIdentity = (named: Named): string => createHash('sha256').update(keyOf(named)).digest('hex')
