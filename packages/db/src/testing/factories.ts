import { randomUUID } from 'node:crypto'
import type { Role } from '@readroom/contracts/core/permissions'
import { eq, sql } from 'drizzle-orm'
import { sessions, users } from '../access/accounts.schema.ts'
import type { Actor } from '../core/actor.ts'
import type { Db } from '../core/client.ts'
import { documents } from '../patients/documents.schema.ts'
import { patients } from '../patients/patients.schema.ts'
import { doctors } from '../people/doctors.schema.ts'
import { labAeTitles, labStaff, labs } from '../people/labs.schema.ts'
import { keyImages } from '../reading/key-images.schema.ts'
import { reports } from '../reports/reports.schema.ts'
import { assignments } from '../studies/assignments/assignments.schema.ts'
import { studies } from '../studies/studies.schema.ts'

/** The first row of an insert's `returning`. */
function one<T>(rows: T[]): T {
  const [row] = rows
  if (!row) throw new Error('the insert returned no row')
  return row
}

const unique = () => randomUUID().replaceAll('-', '')

/** An Orthanc resource id that no other row has. */
export const newOrthancId = () => (unique() + unique()).slice(0, 40).match(/.{8}/g)?.join('-') ?? ''

/** A UID under the UUID arc (DICOM PS3.5 annex B.2). */
export const newUid = () => `2.25.${BigInt(`0x${unique()}`)}`

export async function createUser(db: Db, role: Role, fields: Partial<typeof users.$inferInsert> = {}) {
  const name = unique()
  return one(
    await db
      .insert(users)
      .values({
        email: `${name}@readroom.example`,
        username: name,
        fullName: `Test ${role}`,
        role,
        passwordHash: 'a password of theirs, which no test types',
        ...fields,
      })
      .returning(),
  )
}

export async function createLab(db: Db, fields: Partial<typeof labs.$inferInsert> = {}) {
  const identifier = unique().slice(0, 14).toUpperCase()
  const lab = one(
    await db
      .insert(labs)
      .values({ name: `Laboratory ${identifier}`, identifier, ...fields })
      .returning(),
  )
  await db.insert(labAeTitles).values({ aeTitle: lab.identifier, labId: lab.id })
  return lab
}

/** Creates a doctor who has signed in, and reads all studies unless the fields say otherwise. */
export async function createDoctor(db: Db, fields: Partial<typeof doctors.$inferInsert> = {}) {
  const user = await createUser(db, 'doctor_account', { firstSignedInAt: new Date() })
  const doctor = one(
    await db
      .insert(doctors)
      .values({ userId: user.id, specialization: 'Radiology', readsChosenAt: new Date(), ...fields })
      .returning(),
  )
  return { user, doctor }
}

/** The values of the scanner that people may correct. */
type Shown =
  | ('patientId' | 'patientName' | 'patientSex' | 'patientBirthDate' | 'patientAge')
  | ('accessionNumber' | 'description' | 'referringPhysician')
type StudyFields = Partial<Omit<typeof studies.$inferInsert, `dicom${string}`>>

/** Creates a patient and returns the row's id. Without a patient ID, studies of the row are not of one person. */
export async function createPatient(db: Db, labId: string | null, patientId: string | null = null): Promise<string> {
  return one(await db.insert(patients).values({ labId, patientId }).returning()).id
}

/** Creates a study with a patient of its own. All given values count as the scanner's. */
export async function createStudy(db: Db, fields: StudyFields = {}) {
  const {
    patientId = null,
    patientName = null,
    patientSex = null,
    patientBirthDate = null,
    patientAge = null,
    ...others
  } = fields
  const { accessionNumber = null, description = null, referringPhysician = null, ...rest } = others
  const said = {
    dicomPatientId: patientId,
    dicomPatientName: patientName,
    dicomPatientSex: patientSex,
    dicomPatientBirthDate: patientBirthDate,
    dicomPatientAge: patientAge,
    dicomAccessionNumber: accessionNumber,
    dicomDescription: description,
    dicomReferringPhysician: referringPhysician,
  } satisfies Record<`dicom${Capitalize<Shown>}`, string | null>
  const { patientRowId = await createPatient(db, fields.labId ?? null), ...own } = rest
  const values = { orthancId: newOrthancId(), studyInstanceUid: newUid(), patientRowId, ...said, ...own }
  return one(await db.insert(studies).values(values).returning())
}

export async function createAssignment(db: Db, fields: { studyId: string; doctorId: string; assignedBy: string }) {
  return one(
    await db
      .insert(assignments)
      .values({ priority: 'NORMAL', ...fields })
      .returning(),
  )
}

/** A report whose file is not stored. */
export async function createReport(
  db: Db,
  fields: Pick<typeof reports.$inferInsert, 'studyId' | 'doctorId' | 'uploadedBy' | 'status'> &
    Partial<typeof reports.$inferInsert>,
) {
  const file = {
    fileName: 'report.pdf',
    contentType: 'application/pdf',
    sizeBytes: 1,
    sha256: unique(),
    objectKey: `reports/${unique()}`,
  }
  return one(
    await db
      .insert(reports)
      .values({ version: 1, ...file, ...fields })
      .returning(),
  )
}

type KeyImageFields = Partial<typeof keyImages.$inferInsert> & { studyId: string; takenBy: string }

/** A picture of a draft; with `signedAt`, of a signed report. */
export async function createKeyImage(db: Db, fields: KeyImageFields) {
  const place = { position: 1, sopInstanceUid: newUid(), series: 1, image: 12, objectKey: `key-images/${randomUUID()}` }
  const facts = { contentType: 'image/png' as const, width: 4, height: 3, sizeBytes: 1, sha256: '0' }
  return one(
    await db
      .insert(keyImages)
      .values({ ...place, ...facts, ...fields })
      .returning(),
  )
}

/** A document whose file is not stored. */
export async function createDocument(
  db: Db,
  fields: Pick<typeof documents.$inferInsert, 'patientRowId' | 'studyId' | 'uploadedBy'> & Partial<typeof documents.$inferInsert>,
) {
  const file = {
    fileName: 'letter.txt',
    contentType: 'text/plain',
    sizeBytes: 1,
    sha256: unique(),
    objectKey: `documents/${unique()}`,
  }
  const [patient] = await db
    .update(patients)
    .set({ nextDocument: sql`${patients.nextDocument} + 1` })
    .where(eq(patients.id, fields.patientRowId))
    .returning({ next: patients.nextDocument })
  const number = (patient?.next ?? 1) - 1
  return one(
    await db
      .insert(documents)
      .values({ category: 'clinical', number, ...file, ...fields })
      .returning(),
  )
}

/** A session that lives for an hour, and the actor it stands for. */
export async function createActor(db: Db, user: typeof users.$inferSelect): Promise<Actor & { tokenId: string }> {
  const tokenId = randomUUID()
  const expiresAt = new Date(Date.now() + 3_600_000)
  const session = one(
    await db
      .insert(sessions)
      .values({ userId: user.id, tokenId, expiresAt, address: '127.0.0.1', userAgent: 'test' })
      .returning(),
  )
  const { id: userId, fullName, email, role } = user
  return {
    userId,
    sessionId: session.id,
    tokenId,
    fullName,
    email,
    role,
    labId: null,
    doctorId: null,
    mustChangePassword: user.mustChangePassword,
    mustEnrol: false,
    address: '127.0.0.1',
  }
}

/** Two laboratories, two doctors and an administrator: the cast of the role tests. */
export async function createCast(db: Db) {
  const adminUser = await createUser(db, 'admin')
  const [labA, labB] = [await createLab(db), await createLab(db)]
  const staff = async (labId: string) => {
    const user = await createUser(db, 'lab_staff')
    await db.insert(labStaff).values({ userId: user.id, labId })
    return { ...(await createActor(db, user)), labId }
  }
  const doctorActor = async () => {
    const { user, doctor } = await createDoctor(db)
    return { ...(await createActor(db, user)), doctorId: doctor.id }
  }
  return {
    labA,
    labB,
    admin: await createActor(db, adminUser),
    staffA: await staff(labA.id),
    staffB: await staff(labB.id),
    assignedDoctor: await doctorActor(),
    otherDoctor: await doctorActor(),
  }
}
