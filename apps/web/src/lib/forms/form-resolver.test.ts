import { DoctorRegistration } from '@readroom/contracts/people/doctors'
import { LabRegistration } from '@readroom/contracts/people/labs'
import type { FieldErrors, FieldValues } from 'react-hook-form'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { createResolver, type FieldWords } from './form-resolver.ts'

type Checked<In extends FieldValues> = { names: readonly string[]; words?: FieldWords<In> }

/** Returns the messages at the fields of a form that shows the named ones. */
async function check<In extends FieldValues>(schema: z.ZodType<unknown, In>, values: In, { names, words }: Checked<In>) {
  const options = { fields: {}, names: names.map((name) => name), shouldUseNativeValidation: false } as never
  const { errors } = await createResolver(schema, words)(values, undefined, options)
  return messagesOf(errors)
}

function messagesOf(errors: FieldErrors): unknown {
  return Object.fromEntries(
    Object.entries(errors).map(([name, error]) => [name, error?.message ?? messagesOf({ ...(error as FieldErrors) })]),
  )
}

const staff = { staffUsername: 'rosa', staffEmail: 'rosa@lab.example', staffFullName: 'Rosa Delgado' }

test('every field says in plain words what is wrong with it', async () => {
  const names = ['labName', 'labIdentifier', 'contactEmail', 'address.zipCode', 'aeTitles']
  const values = {
    labName: ' ',
    labIdentifier: '',
    contactEmail: 'nobody',
    address: { zipCode: '1'.repeat(21) },
    aeTitles: ['a\\b'],
    ...staff,
  }
  expect(await check(LabRegistration, values, { names })).toEqual({
    labName: 'Required',
    labIdentifier: 'Required',
    contactEmail: 'Please enter a valid email address',
    address: { zipCode: 'At most 20 characters' },
    aeTitles: 'must be an AE title of at most 16 characters',
  })
})

test('an empty address is missing, not malformed', async () => {
  const values = {
    email: '',
    username: '',
    fullName: 'Vera Quist',
    specialization: 'Chest',
    licenseNumber: '1',
    yearsOfExperience: '-1',
  }
  expect(await check(DoctorRegistration, values, { names: ['email', 'username', 'yearsOfExperience'] })).toEqual({
    email: 'Required',
    username: 'Required',
    yearsOfExperience: 'must be a number of years',
  })
})

const Port = z.object({ port: z.int().max(10), places: z.record(z.string(), z.array(z.string().min(1))) })

test('the words of a form come before those of the contract', async () => {
  const words = { port: 'Please enter a port' }
  expect(await check(Port, { port: 11, places: {} }, { names: ['port', 'places'], words })).toEqual({
    port: 'Please enter a port',
  })
  expect(await check(Port, { port: 11, places: {} }, { names: ['port', 'places'] })).toEqual({ port: 'At most 10' })
})

test('an error within the value of a field stands at the field', async () => {
  expect(await check(Port, { port: 1, places: { a: [''] } }, { names: ['port', 'places'] })).toEqual({ places: 'Required' })
})

test('an error that no field shows stands in the form, without its path', async () => {
  expect(await check(Port, { port: 1.5, places: {} }, { names: ['places'] })).toEqual({ root: 'Please check this entry' })
})
