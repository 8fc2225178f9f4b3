import { setTimeout as delay } from 'node:timers/promises'
import { authEndpoints } from '@readroom/contracts/access/auth'
import { doctorEndpoints } from '@readroom/contracts/people/doctors'
import { labEndpoints } from '@readroom/contracts/people/labs'
import { type ApiSession, signIn } from '@readroom/demo/api-client'
import { readMails } from '@readroom/local/services/mail-reader'
import type { Stack } from './stack.ts'

const mailMs = 60_000

export const callingAeTitle = 'NORTHGATE'

/** Sign-in of everybody who takes part; the accounts were made on the way in `createPeople`. */
export type People = Record<'staff' | 'doctor', { email: string; password: string }> & { doctorId: string }

/** The generated password that was mailed to an address. */
async function mailedPassword({ mailDir }: Stack, to: string): Promise<string> {
  for (const began = Date.now(); Date.now() - began < mailMs; await delay(300)) {
    const mail = (await readMails(mailDir)).findLast((one) => one.to?.some(({ address }) => address === to))
    const password = /^\s*Password:\s+(\S+)/m.exec(mail?.text ?? '')?.[1]
    if (password) return password
  }
  throw new Error(`no password came to ${to}`)
}

/** The first sign-in of a new account, which demands a password of one's own. */
async function chooseOwnPassword(stack: Stack, email: string): Promise<{ email: string; password: string }> {
  const given = await mailedPassword(stack, email)
  const password = `own password of ${email}`
  const session = await signIn(stack.url, email, given)
  await session.call(authEndpoints.changePassword, {
    body: { oldPassword: given, newPassword: password, confirmPassword: password },
  })
  return { email, password }
}

/** A laboratory with its staff account and a doctor, as an administrator registers them, with passwords from their mails. */
export async function createPeople(stack: Stack, admin: ApiSession): Promise<People> {
  const [staffEmail, doctorEmail] = ['staff@example.org', 'doctor@example.org']
  await admin.call(labEndpoints.register, {
    body: {
      labName: 'Northgate Imaging',
      labIdentifier: callingAeTitle,
      staffUsername: 'northgate',
      staffEmail,
      staffFullName: 'Mei Tanaka',
    },
  })
  const form = new FormData()
  const profile = {
    username: 'nolan',
    email: doctorEmail,
    fullName: 'Padraig Nolan',
    specialization: 'Radiology',
    licenseNumber: '4711',
  }
  for (const [name, value] of Object.entries(profile)) form.set(name, value)
  const { data } = await admin.call(doctorEndpoints.register, { body: form })
  const staff = await chooseOwnPassword(stack, staffEmail)
  return { staff, doctor: await chooseOwnPassword(stack, doctorEmail), doctorId: data._id }
}
