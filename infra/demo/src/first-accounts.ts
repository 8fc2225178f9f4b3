import { hash } from '@node-rs/argon2'
import { audit } from '@readroom/db/core/audit'
import type { Db, OpenDb } from '@readroom/db/core/client'
import { countUsers, findFirstAudited, lockFirstAccounts } from '@readroom/db/core/seed'
import { insertDoctorProfile } from '@readroom/db/people/doctors'
import { insertLab, insertLabStaff, replaceAeTitles } from '@readroom/db/people/labs'
import { insertUser, type NewUser } from '@readroom/db/people/users'
import { bySystem } from '@readroom/domain/access/first-accounts'
import { type DemoLab, demoAdmin, demoDoctors, demoLabStaff, demoLabs, demoPassword } from './accounts.ts'

/** The demo's entry in the audit log. */
export const demoTarget = { type: 'demo', id: 'studies' }
export const demoCreated = 'demo.created'

type Person = Pick<NewUser, 'username' | 'email' | 'fullName'>
const person = ({ username, email, fullName }: Person): Person => ({ username, email, fullName })

/**
 * The demo's laboratories and five accounts, all or none of them. Returns when they were made; null if the system
 * has accounts of its own: known passwords never come into it.
 */
export async function ensureDemoAccounts(db: OpenDb): Promise<Date | null> {
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
    insertUser(tx, { ...person(account), role, passwordHash: await hash(demoPassword), firstSignedInAt: new Date() })
  await add(demoAdmin, 'admin')
  const labs: DemoLab[] = ['CITYLAB', 'HARBOR']
  for (const lab of labs) {
    const labId = await insertLab(tx, demoLabs[lab])
    await replaceAeTitles(tx, labId, [demoLabs[lab].identifier])
    await insertLabStaff(tx, await add(demoLabStaff[lab], 'lab_staff'), labId)
  }
  for (const doctor of Object.values(demoDoctors)) {
    await insertDoctorProfile(tx, await add(doctor, 'doctor_account'), { readsModalities: null, ...doctor.profile })
  }
}
