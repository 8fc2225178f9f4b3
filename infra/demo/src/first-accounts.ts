import { hash } from '@node-rs/argon2'
import { audit } from '@readroom/db/audit'
import type { Db } from '@readroom/db/client'
import { insertDoctorProfile } from '@readroom/db/queries/doctors'
import { insertLab, insertLabStaff, replaceAeTitles } from '@readroom/db/queries/labs'
import { countUsers, findFirstAudited, lockFirstAccounts } from '@readroom/db/queries/seed'
import { insertUser, type NewUser } from '@readroom/db/queries/users'
import { bySystem } from '@readroom/domain/first-accounts'
import { type DemoLab, demoAdmin, demoDoctors, demoLabStaff, demoLabs, demoPassword } from './accounts.ts'

/** What the audit log says of the demo. */
export const demoTarget = { type: 'demo', id: 'studies' }
export const demoCreated = 'demo.created'

type Person = Pick<NewUser, 'username' | 'email' | 'fullName'>
const person = ({ username, email, fullName }: Person): Person => ({ username, email, fullName })

/**
 * The demo's laboratories and five accounts, all or none of them. Answers when they were made; null where the system
 * has accounts of its own: known passwords never come into it.
 */
export async function ensureDemoAccounts(db: Db): Promise<Date | null> {
  return db.transaction(async (tx) => {
    await lockFirstAccounts(tx)
    if ((await countUsers(tx)) === 0) {
      await insertDemoAccounts(tx)
      await audit(tx, bySystem, { action: demoCreated, target: demoTarget })
    }
    return findFirstAudited(tx, demoTarget.type, demoCreated)
  })
}

async function insertDemoAccounts(tx: Db): Promise<void> {
  const add = async (account: Person, role: NewUser['role']) =>
    insertUser(tx, { ...person(account), role, passwordHash: await hash(demoPassword) })
  await add(demoAdmin, 'admin')
  const labs: DemoLab[] = ['CITYLAB', 'HARBOR']
  for (const lab of labs) {
    const labId = await insertLab(tx, demoLabs[lab])
    await replaceAeTitles(tx, labId, [demoLabs[lab].identifier])
    await insertLabStaff(tx, await add(demoLabStaff[lab], 'lab_staff'), labId)
  }
  for (const doctor of Object.values(demoDoctors)) {
    await insertDoctorProfile(tx, await add(doctor, 'doctor_account'), doctor.profile)
  }
}
