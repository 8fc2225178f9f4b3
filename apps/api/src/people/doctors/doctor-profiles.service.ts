import { randomUUID } from 'node:crypto'
import { AppError } from '@readroom/contracts/core/errors'
import type { PageQuery } from '@readroom/contracts/core/pagination'
import { withNameFields } from '@readroom/contracts/patients/name-fields'
import type { DoctorRegistration, DoctorUpdate } from '@readroom/contracts/people/doctors'
import type { OwnProfileUpdate } from '@readroom/contracts/people/own-profile'
import type { Actor } from '@readroom/db/core/actor'
import { audit } from '@readroom/db/core/audit'
import type { Before, Begun, Taken, Tx } from '@readroom/db/core/locks'
import {
  type DoctorWithAccount,
  deleteDoctorProfile,
  findDoctorWithAccount,
  isDoctorInUse,
  lockDoctor,
  pageOfDoctors,
  updateDoctorProfile,
} from '@readroom/db/people/doctors'
import { holdLabs } from '@readroom/db/people/labs'
import { markUserDeleted } from '@readroom/db/people/users'
import { isSignatureAwaited } from '@readroom/db/privacy/stored-objects'
import { changeAccount, endAccess, registerDoctor } from '@readroom/domain/people/accounts'
import { changedFields } from '../../access/security/changed-fields.ts'
import type { Context } from '../../core/context.ts'
import { openStored, removeUnnamed, storeWith } from '../../core/stored-files.ts'
import { ownId } from './own-id.ts'
import { type Signature, signatureFile } from './signature.ts'

const target = (id: string) => ({ target: { type: 'doctor', id } })

function profileOf(doctor: DoctorUpdate, personName: string | null) {
  const { specialization, licenseNumber, department, qualifications, yearsOfExperience, contactPhoneOffice } = doctor
  const { biography, languages, availableDays } = doctor
  const { readsLabIds, readsModalities, readsBodyRegions, openMinutesLimit, workShare, licenseExpiresOn } = doctor
  return {
    personName: withNameFields(personName, doctor) || null,
    specialization,
    licenseNumber,
    department,
    qualifications,
    yearsOfExperience,
    contactPhoneOffice,
    ...(biography !== undefined && { biography }),
    ...(languages && { languages }),
    ...(availableDays && { availableDays }),
    ...(readsLabIds !== undefined && { readsLabIds }),
    ...(readsModalities !== undefined && { readsModalities }),
    ...(readsBodyRegions !== undefined && { readsBodyRegions }),
    ...(openMinutesLimit !== undefined && { openMinutesLimit }),
    ...(workShare !== undefined && { workShare }),
    ...(licenseExpiresOn !== undefined && { licenseExpiresOn }),
  }
}

async function lockPresent<T extends Before<'account'>>(
  begun: T,
  doctorId: string,
): Promise<Taken<T, 'account', DoctorWithAccount>> {
  const [tx, doctor] = await lockDoctor(begun, doctorId)
  if (!doctor) throw new AppError('DOCTOR_NOT_FOUND')
  return [tx, doctor]
}

async function changeDoctor(
  tx: Tx<'account'> & Before<'account'>,
  actor: Actor,
  before: DoctorWithAccount,
  update: DoctorUpdate,
  signatureKey: string | null,
) {
  const { profile, account } = before
  if (update.version !== undefined && update.version !== profile.version) throw new AppError('CONFLICT')
  const { email, username, fullName, isActive = account.isActive, isActiveProfile = profile.isActiveProfile } = update
  const changes = { ...profileOf(update, profile.personName), isActiveProfile, ...(signatureKey !== null && { signatureKey }) }
  await updateDoctorProfile(tx, profile.id, changes)
  await changeAccount(tx, profile.userId, account, { email, username, fullName, isActive })
  const changed = [...changedFields(account, { email, username, fullName, isActive }), ...changedFields(profile, changes)]
  await audit(tx, actor, { action: 'doctor.updated', ...target(profile.id), details: { changed, isActive } })
}

export function createDoctorProfileService({ db, storage }: Pick<Context, 'db' | 'storage'>) {
  /** Stores the signature's file, if there is one, and runs the work that names it. */
  async function withSignature<T>(signature: Signature | null, work: (tx: Begun, key: string | null) => Promise<T>): Promise<T> {
    if (!signature) return db.transaction((tx) => work(tx, null))
    const key = `signatures/${randomUUID()}.${signature.extension}`
    const { contentType, bytes } = signature
    return storeWith({ db, storage }, [{ key, contentType, open: () => bytes }], (tx) => work(tx, key))
  }

  /** Removes a replaced signature. If a signed report still waits to be printed with it, `objects.collect` removes it later. */
  async function removeFormer(doctorId: string, key: string | null): Promise<void> {
    if (key !== null && !(await isSignatureAwaited(db, doctorId, key))) await removeUnnamed(storage, key)
  }

  async function findPresent(doctorId: string): Promise<DoctorWithAccount> {
    const doctor = await findDoctorWithAccount(db, doctorId)
    if (!doctor) throw new AppError('DOCTOR_NOT_FOUND')
    return doctor
  }

  return {
    page: (query: PageQuery) => pageOfDoctors(db, query),
    details: findPresent,

    async signature(doctorId: string) {
      const { profile } = await findPresent(doctorId)
      if (!profile.signatureKey) throw new AppError('DOCTOR_NOT_FOUND')
      const { stream, size } = await openStored(storage, 'signature', profile.signatureKey)
      return { stream, size, ...signatureFile(profile.signatureKey) }
    },

    async register(actor: Actor, doctor: DoctorRegistration, signature: Signature | null): Promise<string> {
      return withSignature(signature, async (begun, key) => {
        const [tx, labIds] = await holdLabs(begun, doctor.readsLabIds ?? [])
        if (doctor.readsLabIds?.some((id) => !labIds.includes(id))) throw new AppError('LAB_NOT_FOUND')
        return registerDoctor(tx, actor, doctor, key)
      })
    },

    /** Updates profile and account. A new signature replaces the old one. */
    async update(actor: Actor, doctorId: string, update: DoctorUpdate, signature: Signature | null): Promise<void> {
      const former = await withSignature(signature, async (begun, key) => {
        const [withLabs, labIds] = await holdLabs(begun, update.readsLabIds ?? [])
        const [tx, before] = await lockPresent(withLabs, doctorId)
        if (update.readsLabIds?.some((id) => !labIds.includes(id))) throw new AppError('LAB_NOT_FOUND')
        await changeDoctor(tx, actor, before, update, key)
        return before.profile.signatureKey
      })
      if (signature) await removeFormer(doctorId, former)
    },

    /** Updates the fields that doctors maintain themselves. A new signature replaces the old one. */
    async updateOwn(actor: Actor, update: OwnProfileUpdate, signature: Signature | null): Promise<void> {
      const former = await withSignature(signature, async (begun, key) => {
        const [tx, { profile }] = await lockPresent(begun, ownId(actor))
        const { version, ...texts } = update
        if (version !== undefined && version !== profile.version) throw new AppError('CONFLICT')
        const changes = { ...texts, ...(key !== null && { signatureKey: key }) }
        await updateDoctorProfile(tx, profile.id, changes)
        const changed = changedFields(profile, changes)
        await audit(tx, actor, { action: 'profile.updated', ...target(profile.id), details: { changed } })
        return profile.signatureKey
      })
      if (signature) await removeFormer(ownId(actor), former)
    },

    /** Removes profile and account. Refused if a study names the doctor. */
    async remove(actor: Actor, doctorId: string): Promise<void> {
      const signatureKey = await db.transaction(async (begun) => {
        const [tx, { profile }] = await lockPresent(begun, doctorId)
        if (await isDoctorInUse(tx, doctorId)) throw new AppError('DOCTOR_IN_USE')
        await endAccess(tx, profile.userId)
        await deleteDoctorProfile(tx, doctorId)
        await markUserDeleted(tx, profile.userId)
        await audit(tx, actor, { action: 'doctor.deleted', ...target(doctorId), details: { userId: profile.userId } })
        return profile.signatureKey
      })
      if (signatureKey) await removeUnnamed(storage, signatureKey)
    },
  }
}
