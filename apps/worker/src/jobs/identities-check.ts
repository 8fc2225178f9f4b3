import { listUncheckedPeople, markUndivided } from '@readroom/db/queries/identity-reviews'
import { checkPerson } from '@readroom/domain/identity-reviews'
import type { JobsContext } from './context.ts'

/** Most people have one identity: those need no lock of their studies. */
const undividedAtOnce = 5_000
/** So few that nobody waits long for their rows; each in a transaction of its own. */
const peopleAtOnce = 500

/** Compares the studies of people who had them before identities were compared (docs/decisions/patient-identity.md). */
export async function checkIdentities({ database, log }: Pick<JobsContext, 'database' | 'log'>): Promise<void> {
  const undivided = await markUndivided(database.db, undividedAtOnce)
  const people = undivided < undividedAtOnce ? await listUncheckedPeople(database.db, peopleAtOnce) : []
  let reviews = 0
  for (const id of people) if (await database.db.transaction((tx) => checkPerson(tx, id))) reviews += 1
  const compared = undivided + people.length
  if (compared > 0) log.info({ people: compared, reviews }, 'identities compared')
}
