import { listUncheckedPeople } from '@readroom/db/queries/identity-reviews'
import { checkPerson } from '@readroom/domain/identity-reviews'
import type { JobsContext } from './context.ts'

/** So few that nobody waits long for their rows; each in a transaction of its own. */
const peopleAtOnce = 500

/** Compares the studies of people who had them before identities were compared (docs/decisions/patient-identity.md). */
export async function checkIdentities({ database, log }: JobsContext): Promise<void> {
  const people = await listUncheckedPeople(database.db, peopleAtOnce)
  let reviews = 0
  for (const id of people) if (await database.db.transaction((tx) => checkPerson(tx, id))) reviews += 1
  if (people.length > 0) log.info({ people: people.length, reviews }, 'identities compared')
}
