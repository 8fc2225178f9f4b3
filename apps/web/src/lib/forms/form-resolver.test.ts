import { DoctorRegistration } from '@readroom/contracts/people/doctors'
import { LabRegistration } from '@readroom/contracts/people/labs'
import type { FieldErrors, FieldValues } from 'react-hook-form'
import { expect, test } from 'vitest'
import { createResolver } from './form-resolver.ts'

const check = async (resolver: ReturnType<typeof createResolver>, values: FieldValues) => {
  const { errors } = await resolver(values, undefined, { fields: {}, shouldUseNativeValidation: false })
  return messagesOf(errors)
}

function messagesOf(errors: FieldErrors): unknown {
  return Object.fromEntries(
    Object.entries(errors).map(([name, error]) => [name, error?.message ?? messagesOf({ ...(error as FieldErrors) })]),
  )
}

const empty = {
  labName: ' ',
  labIdentifier: '',
  contactEmail: 'nobody',
  address: { zipCode: '1'.repeat(21) },
  aeTitles: ['a\\b'],
}

test('every field says in plain words what is wrong with it', async () => {
  const fields = ['labName', 'labIdentifier', 'contactEmail', 'address', 'aeTitles']
  expect(await check(createResolver(LabRegistration, fields), empty)).toEqual({
    labName: 'Required',
    labIdentifier: 'Required',
    contactEmail: 'Please enter a valid email address',
    address: { zipCode: 'At most 20 characters' },
    aeTitles: 'must be an AE title of at most 16 characters',
  })
})

test('ignores the fields of other steps', async () => {
  expect(await check(createResolver(LabRegistration, ['contactEmail']), { ...empty, contactEmail: '' })).toEqual({})
})

test('an empty address is missing, not malformed', async () => {
  expect(
    await check(createResolver(DoctorRegistration, ['email', 'username', 'yearsOfExperience']), {
      email: '',
      username: '',
      yearsOfExperience: '-1',
    }),
  ).toEqual({ email: 'Required', username: 'Required', yearsOfExperience: 'must be a number of years' })
})
