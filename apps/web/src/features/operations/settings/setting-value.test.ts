import { expect, test } from 'vitest'
import { settingGroups } from './setting-fields.ts'
import { checkSetting } from './setting-value.ts'

const fieldOf = (name: string) => {
  const field = settingGroups.flatMap(({ fields }) => fields).find((each) => each.name === name)
  if (!field) throw new Error(`no field ${name}`)
  return field
}

test.each([
  ['idleMinutes', ' 30 ', { idleMinutes: 30 }],
  ['signingConfirmationMinutes', '0', { signingConfirmationMinutes: 0 }],
  ['clinicTimeZone', 'Asia/Kathmandu', { clinicTimeZone: 'Asia/Kathmandu' }],
  ['supportEmail', '', { supportEmail: null }],
  ['secondFactorRoles', '', { secondFactorRoles: [] }],
  ['secondFactorRoles', 'admin,doctor_account', { secondFactorRoles: ['admin', 'doctor_account'] }],
  ['refuseCommonPasswords', 'false', { refuseCommonPasswords: false }],
])('reads %s from "%s"', (name, text, values) => {
  expect(checkSetting(fieldOf(name), text)).toEqual({ values, error: null })
})

test.each([
  ['idleMinutes', '0', 'Please enter a whole number from 1 to 1440'],
  ['idleMinutes', '1e3', 'Please enter a whole number from 1 to 1440'],
  ['idleMinutes', '', 'Please enter a whole number from 1 to 1440'],
  ['minPasswordLength', '5', 'Please enter a whole number from 6 to 64'],
  ['zipExpiresDays', '366', 'Please enter a whole number from 1 to 365'],
  ['clinicTimeZone', 'Mars/Olympus', 'Please choose a time zone from the list, such as Europe/Zurich'],
  ['supportEmail', 'somebody', 'Please enter a valid email address'],
])('refuses the value for %s if it is "%s"', (name, text, error) => {
  expect(checkSetting(fieldOf(name), text)).toEqual({ values: null, error })
})
