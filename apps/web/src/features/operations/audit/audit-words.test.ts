import { expect, test } from 'vitest'
import { entry } from './audit.fixture.ts'
import { actionWords, detailsOf, makerOf, summaryOf } from './audit-words.ts'

test('shows an action in words, and an action of another version by its name', () => {
  expect(actionWords('report.signed')).toBe('Report signed')
  expect(actionWords('report.sung')).toBe('report.sung')
})

test('a change shows the previous value', () => {
  const changed = entry({ targetType: 'setting', targetId: 'idleMinutes', details: { from: 120, to: 30 } })
  expect(detailsOf(changed)).toEqual([{ name: 'Value', before: '120', value: '30' }])
  expect(summaryOf(changed)).toBe('Idle time · 120 to 30')
  expect(summaryOf({ ...changed, targetId: 'ofAnotherVersion' })).toBe('Of another version · 120 to 30')
})

test('the summary leaves out ids', () => {
  const signed = entry({ details: { version: 2, reportId: '01a203d5-f8b7-713b-a82d-b349b5522c7d', labId: null } })
  expect(summaryOf(signed)).toBe('Version: 2')
})

test('a missing value reads N/A', () => {
  expect(summaryOf(entry({}))).toBe('N/A')
  expect(detailsOf(entry({ details: { labId: null, wasConflict: false, changed: ['name', 'sex'] } }))).toEqual([
    { name: 'Lab id', before: null, value: 'N/A' },
    { name: 'Was conflict', before: null, value: 'No' },
    { name: 'Changed', before: null, value: 'Name, Sex' },
  ])
})

test('fields and sources are shown in words', () => {
  const changed = entry({ details: { source: 'hl7', changed: ['contactPhone', 'correctedBirthDate'] } })
  expect(summaryOf(changed)).toBe('Source: HL7 connection · Changed: Phone, Corrected birth date')
  expect(summaryOf(entry({ details: { source: 'manual', changed: 3 } }))).toBe('Source: By hand · Changed: 3')
})

test.each([
  ['198.51.100.7', { source: 'hl7' }, 'HL7 connection'],
  ['scanner', { source: 'scanner' }, 'Scanner'],
  ['system', { source: 'manual' }, 'System'],
  ['local', {}, 'System'],
  [null, {}, 'System'],
  ['198.51.100.7', {}, 'Not signed in'],
])('an entry without an account from %s with %j is by: %s', (address, details, maker) => {
  expect(makerOf(entry({ address, details }))).toBe(maker)
})
