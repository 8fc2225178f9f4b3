import type { Role } from '@readroom/contracts/permissions'
import type { Actor } from '../actor.ts'
import type { Db } from '../client.ts'
import { doctors, labs, users } from '../schema/accounts.ts'
import { reports, studies } from '../schema/studies.ts'
/** An Orthanc resource id that no other row has. */
export declare const newOrthancId: () => string
/** A UID under the UUID arc (DICOM PS3.5 annex B.2). */
export declare const newUid: () => string
export declare function createUser(
  db: Db,
  role: Role,
  fields?: Partial<typeof users.$inferInsert>,
): Promise<{
  createdAt: Date
  deletedAt: Date | null
  email: string
  fullName: string
  id: string
  isActive: boolean
  mustChangePassword: boolean
  passwordExpiresAt: Date | null
  passwordHash: string
  passwordRequestId: string | null
  role: any
  updatedAt: Date
  username: string
}>
export declare function createLab(
  db: Db,
  fields?: Partial<typeof labs.$inferInsert>,
): Promise<{
  address: any
  contactEmail: string | null
  contactPerson: string | null
  contactPhone: string | null
  createdAt: Date
  id: string
  identifier: string
  isActive: boolean
  name: string
  notes: string | null
  updatedAt: Date
  version: number
}>
export declare function createDoctor(
  db: Db,
  fields?: Partial<typeof doctors.$inferInsert>,
): Promise<{
  user: {
    createdAt: Date
    deletedAt: Date | null
    email: string
    fullName: string
    id: string
    isActive: boolean
    mustChangePassword: boolean
    passwordExpiresAt: Date | null
    passwordHash: string
    passwordRequestId: string | null
    role: any
    updatedAt: Date
    username: string
  }
  doctor: {
    availableDays: string[]
    biography: string | null
    contactPhoneOffice: string | null
    createdAt: Date
    department: string | null
    id: string
    isActiveProfile: boolean
    languages: string[]
    licenseNumber: string | null
    qualifications: string[]
    signatureKey: string | null
    specialization: string | null
    updatedAt: Date
    userId: string
    version: number
    yearsOfExperience: number | null
  }
}>
export declare function createStudy(
  db: Db,
  fields?: Partial<typeof studies.$inferInsert>,
): Promise<{
  accessionNumber: string | null
  archiveVersion: number
  callingAeTitle: string | null
  caseType: any
  clinicalHistory: string
  createdAt: Date
  description: string | null
  doctorIds: string[]
  doctorKeys: string[]
  generation: number
  id: string
  imageCount: number
  imagesDamagedAt: Date | null
  imagesMissingAt: Date | null
  instancesHash: string | null
  institution: string | null
  isEmergency: boolean
  labConflictAt: Date | null
  labId: string | null
  lastImageAt: Date
  mlcCase: boolean
  modalities: string[]
  nameUnreadable: boolean
  newImagesAt: Date | null
  orthancId: string
  patientAge: string | null
  patientBirthDate: string | null
  patientId: string | null
  patientName: string | null
  patientRowId: string
  patientSex: 'F' | 'M' | 'O' | null
  priority: any
  receivedAt: Date
  referringPhysician: string | null
  reportedAt: Date | null
  reportedByDoctorId: string | null
  searchAccession: string
  searchAll: string
  searchDescription: string
  searchName: string
  searchPatientId: string
  searchPhysician: string
  seriesCount: number
  settledAt: Date | null
  status: any
  studyDate: string | null
  studyInstanceUid: string
  studyTime: string | null
  studyType: string | null
  tab: any
  updatedAt: Date
}>
export declare function createAssignment(
  db: Db,
  fields: {
    studyId: string
    doctorId: string
    assignedBy: string
  },
): Promise<{
  assignedAt: Date
  assignedBy: string
  doctorId: string
  id: string
  priority: any
  studyId: string
  unassignedAt: Date | null
  unassignedBy: string | null
}>
/** A report whose file is not stored. */
export declare function createReport(
  db: Db,
  fields: Pick<typeof reports.$inferInsert, 'studyId' | 'doctorId' | 'uploadedBy' | 'status'> & {
    version?: number
  },
): Promise<{
  contentType: string
  deletedAt: Date | null
  doctorId: string
  fileName: string
  id: string
  objectKey: string
  sha256: string
  sizeBytes: number
  status: 'draft' | 'finalized'
  studyId: string
  uploadedAt: Date
  uploadedBy: string
  version: number
  withdrawnAt: Date | null
}>
/** A session that lives for an hour, and the actor it stands for. */
export declare function createActor(
  db: Db,
  user: typeof users.$inferSelect,
): Promise<
  Actor & {
    tokenId: string
  }
>
/** Two laboratories, two doctors and an administrator: the cast of the role tests. */
export declare function createCast(db: Db): Promise<{
  labA: {
    address: any
    contactEmail: string | null
    contactPerson: string | null
    contactPhone: string | null
    createdAt: Date
    id: string
    identifier: string
    isActive: boolean
    name: string
    notes: string | null
    updatedAt: Date
    version: number
  }
  labB: {
    address: any
    contactEmail: string | null
    contactPerson: string | null
    contactPhone: string | null
    createdAt: Date
    id: string
    identifier: string
    isActive: boolean
    name: string
    notes: string | null
    updatedAt: Date
    version: number
  }
  admin: Actor & {
    tokenId: string
  }
  staffA: {
    userId: string
    sessionId: string
    fullName: string
    email: string
    role: Role
    doctorId: string | null
    mustChangePassword: boolean
    address: string
    tokenId: string
    labId: string
  }
  staffB: {
    userId: string
    sessionId: string
    fullName: string
    email: string
    role: Role
    doctorId: string | null
    mustChangePassword: boolean
    address: string
    tokenId: string
    labId: string
  }
  assignedDoctor: {
    userId: string
    sessionId: string
    fullName: string
    email: string
    role: Role
    labId: string | null
    mustChangePassword: boolean
    address: string
    tokenId: string
    doctorId: string
  }
  otherDoctor: {
    userId: string
    sessionId: string
    fullName: string
    email: string
    role: Role
    labId: string | null
    mustChangePassword: boolean
    address: string
    tokenId: string
    doctorId: string
  }
}>
