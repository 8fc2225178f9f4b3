import { expectTypeOf, test } from 'vitest'
import { type Before, type Begun, inserted, type Lock, type Locked, type Taken, type Tx, taken } from './locks.ts'

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
