import { expect, test } from 'vitest'
import { entry } from './audit.fixture.ts'
import { actionWords, detailsOf, summaryOf } from './audit-words.ts'

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
    { name: 'Changed', before: null, value: 'name, sex' },
  ])
})
