import { randomUUID } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import type { Role } from '@readroom/contracts/core/permissions'
import type { OpenDb } from '@readroom/db/core/client'
import { insertDoctorProfile } from '@readroom/db/people/doctors'
import { insertLab, insertLabStaff, replaceAeTitles } from '@readroom/db/people/labs'
import { insertUser } from '@readroom/db/people/users'
import { demoAdmin, demoDoctors, demoLabStaff, demoPassword } from '@readroom/demo/accounts'

export interface Person {
  email: string
  fullName: string
  role: Role
}

/** The password of every account. */
export const password = demoPassword

const as = (role: Role, { email, fullName }: Omit<Person, 'role'>): Person => ({ email, fullName, role })

/** The accounts of the demo. */
export const demo = {
  admin: as('admin', demoAdmin),
  lab: as('lab_staff', demoLabStaff.CITYLAB),
  lab2: as('lab_staff', demoLabStaff.HARBOR),
  doctor: as('doctor_account', demoDoctors.doctor),
  doctor2: as('doctor_account', demoDoctors.doctor2),
}

/** A laboratory and accounts that no other test uses. */
export interface Stage {
  /** Marks everything of this stage. */
  tag: string
  labId: string
  /** The AE title of the laboratory's scanners. */
  aeTitle: string
  admin: Person
  staff: Person
  doctor: Person
  secondDoctor: Person
}

/** The cheapest settings Argon2 allows. Test accounts need no protection, and each sign-in checks the hash. */
const cheap = { memoryCost: 8, timeCost: 1, parallelism: 1 }
let passwordHash: Promise<string> | undefined

export async function setStage(db: OpenDb): Promise<Stage> {
  const tag = randomUUID().slice(0, 8)
  passwordHash ??= hash(password, cheap)
  const hashed = await passwordHash
  return db.transaction(async (tx) => {
    const add = async (name: string, role: Role) => {
      const username = `${name.replaceAll(' ', '.').toLowerCase()}.${tag}`
      const person = { email: `${username}@readroom.example`, fullName: `${name} ${tag}`, role }
      return { id: await insertUser(tx, { ...person, username, passwordHash: hashed, firstSignedInAt: new Date() }), person }
    }
    const addDoctor = async (name: string) => {
      const { id, person } = await add(name, 'doctor_account')
      await insertDoctorProfile(tx, id, { specialization: 'Neuroradiology', readsModalities: null })
      return person
    }
    const aeTitle = `E2E${tag.toUpperCase()}`
    const labId = await insertLab(tx, { identifier: aeTitle, name: `Laboratory ${tag}` })
    await replaceAeTitles(tx, labId, [aeTitle])
    const staff = await add('Lena Stave', 'lab_staff')
    await insertLabStaff(tx, staff.id, labId)
    const [doctor, secondDoctor] = [await addDoctor('Vera Quist'), await addDoctor('Omar Lind')]
    return { tag, labId, aeTitle, admin: (await add('Ada Byron', 'admin')).person, staff: staff.person, doctor, secondDoctor }
  })
}
