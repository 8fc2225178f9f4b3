import { expectTypeOf, test } from 'vitest'
import type { lockReview } from '../patients/identity-reviews.ts'
import type { lockPatient, lockPatientId, updatePatient } from '../patients/patients.ts'
import type { lockLab, updateLab } from '../people/labs.ts'
import type { countOtherAdministrators, holdUser, listUsernamesLike, lockUser, markUserDeleted } from '../people/users.ts'
import type { lockStudy } from '../studies/studies.ts'
import { type Before, type Begun, inserted, type Lock, type Locked, type Passed, type Taken, type Tx, taken } from './locks.ts'
import type { lockSettings, storeSetting } from './settings.ts'

/** The type check fails if one of these lines compiles that must not, or does not that must. */
test('a transaction takes locks in one order', () => {
  const lockStudy = <T extends Before<'study'>>(tx: T): Taken<T, 'study', string> => taken(tx, 'study', '')
  const lockPatient = <T extends Before<'patient'>>(tx: T): Taken<T, 'patient', string> => taken(tx, 'patient', '')
  const writeStudy = (_tx: Tx<'study'>) => {}
  const writeAnything = (_tx: Tx) => {}
  const insertStudy = <T extends Before<'account'>>(tx: T) => inserted(tx, 'study', '')

  const _inOrder = (begun: Begun) => {
    const [withStudy] = lockStudy(begun)
    const [withBoth] = lockPatient(withStudy)
    writeStudy(withStudy)
    writeStudy(withBoth)
    writeAnything(withBoth)
    // Another of the same kind.
    lockStudy(withStudy)
    expectTypeOf(withBoth).toExtend<Tx<'study' | 'patient'> & Before<'laboratory'>>()
  }

  const _laterFirst = (begun: Begun) => {
    const [withPatient] = lockPatient(begun)
    // @ts-expect-error A patient comes after a study.
    lockStudy(withPatient)
    // @ts-expect-error No study is held.
    writeStudy(withPatient)
  }

  const _unmarked = (begun: Begun, any: Tx) => {
    // @ts-expect-error No study is held.
    writeStudy(begun)
    // @ts-expect-error It may hold anything.
    lockStudy(any)
  }

  const _inserted = (begun: Begun) => {
    const [withPatient] = lockPatient(begun)
    const [withBoth] = insertStudy(withPatient)
    writeStudy(withBoth)
    // @ts-expect-error A row of one's own is no right to wait for another's.
    lockStudy(withBoth)
  }

  expectTypeOf<Begun>().toExtend<Before<Lock>>()
  expectTypeOf<Locked<Begun, 'account'>>().not.toExtend<Before<'usernames'>>()
})

type Asks<F extends (tx: never, ...rest: never[]) => unknown> = Parameters<F>[0]

/** The first parameter of each statement says what it takes, needs or allows before it. */
test('the statements that lock ask for their place in the order', () => {
  expectTypeOf<Asks<typeof lockSettings>>().toEqualTypeOf<Before<'settings'>>()
  expectTypeOf<Asks<typeof countOtherAdministrators>>().toEqualTypeOf<Before<'administrators'>>()
  expectTypeOf<Asks<typeof lockStudy>>().toEqualTypeOf<Before<'study'>>()
  expectTypeOf<Asks<typeof lockPatientId>>().toEqualTypeOf<Before<'patientId'>>()
  expectTypeOf<Asks<typeof lockPatient>>().toEqualTypeOf<Before<'patient'>>()
  expectTypeOf<Asks<typeof lockReview>>().toEqualTypeOf<Before<'identityReview'>>()
  expectTypeOf<Asks<typeof lockLab>>().toEqualTypeOf<Before<'laboratory'>>()
  expectTypeOf<Asks<typeof listUsernamesLike>>().toEqualTypeOf<Before<'usernames'>>()
  expectTypeOf<Asks<typeof lockUser>>().toEqualTypeOf<Before<'account'>>()

  expectTypeOf<Asks<typeof storeSetting>>().toEqualTypeOf<Tx<'settings'>>()
  expectTypeOf<Asks<typeof updatePatient>>().toEqualTypeOf<Tx<'patient'>>()
  expectTypeOf<Asks<typeof updateLab>>().toEqualTypeOf<Tx<'laboratory'>>()
  expectTypeOf<Asks<typeof markUserDeleted>>().toEqualTypeOf<Tx<'account'>>()
})

test('locks of accounts, laboratories, patients and settings keep the order', () => {
  type Statements = {
    lockSettings: typeof lockSettings
    lockPatientId: typeof lockPatientId
    lockPatient: typeof lockPatient
    lockReview: typeof lockReview
    updatePatient: typeof updatePatient
    lockLab: typeof lockLab
    lockUser: typeof lockUser
    holdUser: typeof holdUser
    markUserDeleted: typeof markUserDeleted
  }

  const _inOrder = async (begun: Begun, db: Statements) => {
    const [withSettings] = await db.lockSettings(begun)
    const [withId] = await db.lockPatientId(withSettings, { labId: null, patientId: '' })
    const [withPatient] = await db.lockPatient(withId, '')
    const [withReview] = await db.lockReview(withPatient, '')
    const [withLab] = await db.lockLab(withReview, '')
    const [all] = await db.lockUser(withLab, '')
    await db.updatePatient(all, '', {})
    await db.markUserDeleted(all, '')
  }

  const _outOfOrder = async (begun: Begun, db: Statements) => {
    const [withUser] = await db.lockUser(begun, '')
    // @ts-expect-error An account comes after a laboratory.
    await db.lockLab(withUser, '')
    const [withLab] = await db.lockLab(begun, '')
    // @ts-expect-error A laboratory comes after a patient.
    await db.lockPatient(withLab, '')
    const [withReview] = await db.lockReview(begun, '')
    // @ts-expect-error A review comes after its people.
    await db.lockPatient(withReview, '')
    const [withPatient] = await db.lockPatient(begun, '')
    // @ts-expect-error A patient comes after the patient ID.
    await db.lockPatientId(withPatient, { labId: null, patientId: '' })
    // @ts-expect-error Settings come first.
    await db.lockSettings(withPatient)
  }

  const _notHeld = async (begun: Begun, db: Statements) => {
    // @ts-expect-error No patient is held.
    await db.updatePatient(begun, '', {})
    const [withUser] = await db.holdUser(begun, '')
    // @ts-expect-error A shared lock is no right to change the account.
    await db.markUserDeleted(withUser, '')
    // @ts-expect-error Even a shared lock of an account comes after a laboratory.
    await db.lockLab(withUser, '')
  }

  expectTypeOf<Passed<Locked<Begun, 'study'>, 'patient'>>().toExtend<Tx<'study'> & Before<'identityReview'>>()
  expectTypeOf<Passed<Begun, 'patient'>>().not.toExtend<Tx<'patient'>>()
  expectTypeOf<Passed<Begun, 'patient'>>().not.toExtend<Before<'study'>>()
})
