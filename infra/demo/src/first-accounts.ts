import { hash } from '@node-rs/argon2'
import { audit } from '@readroom/db/audit'
import type { Db } from '@readroom/db/client'
import {
  countUsers,
  findFirstAudited,
  hasAdministrator,
  insertDoctorProfile,
  insertLab,
  insertLabStaff,
  insertUser,
  lockFirstAccounts,
  type NewUser,
} from '@readroom/db/queries/seed'
import { type DemoLab, demoAdmin, demoDoctors, demoLabStaff, demoLabs, demoPassword } from './accounts.ts'

/** What the audit log says of the demo. */
export const demoTarget = { type: 'demo', id: 'studies' }
export const demoCreated = 'demo.created'
export const bySystem = { userId: null, address: 'local' }

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
    await insertLabStaff(tx, await add(demoLabStaff[lab], 'lab_staff'), labId)
  }
  for (const doctor of Object.values(demoDoctors)) {
    await insertDoctorProfile(tx, await add(doctor, 'doctor_account'), doctor.profile)
  }
}

/** The administrator of an empty system. Answers false, and changes nothing, where there is an administrator. */
export async function ensureAdministrator(db: Db, given: { email: string; password: string } | null): Promise<boolean> {
  return db.transaction(async (tx) => {
    await lockFirstAccounts(tx)
    if (await hasAdministrator(tx)) return false
    if (!given) throw new Error('An empty system needs its administrator: set READROOM_ADMIN_EMAIL and READROOM_ADMIN_PASSWORD')
    const { email, password } = given
    const account = { email, username: email, fullName: 'Administrator', role: 'admin' as const }
    const id = await insertUser(tx, { ...account, passwordHash: await hash(password) })
    await audit(tx, bySystem, { action: 'user.created', target: { type: 'user', id } })
    return true
  })
}
