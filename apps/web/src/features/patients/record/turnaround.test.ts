import type { PatientRecord } from '@readroom/contracts/patients/patients'
import { expect, test } from 'vitest'
import { makeRecord } from './record.fixture.ts'
import { totalTurnaroundDays } from './turnaround.ts'

const now = new Date('2026-11-22T12:00:00Z')
const tat = (totalTATDays: number | null, resetAwareTATDays: number | null) => ({ totalTATDays, resetAwareTATDays })
const study = (days: ReturnType<typeof tat>): PatientRecord['studies'] => [{ studyInstanceUID: '1.2.3', tat: days }]
const reset = (days: ReturnType<typeof tat>): PatientRecord['tatResetInfo'] => ({ wasReset: true, freshTATData: { tat: days } })

test.each<[string, Partial<PatientRecord>, number]>([
  ['the reset-aware days after a reset', { tatResetInfo: reset(tat(9, 2)), studies: study(tat(9, 2)) }, 2],
  ['the total days after a reset', { tatResetInfo: reset(tat(9, null)), studies: study(tat(8, 2)) }, 9],
  ['the total days of the first study', { studies: study(tat(3, 1)) }, 3],
  ['the reset-aware days of the first study', { studies: study(tat(null, 1)) }, 1],
  ['whole days since the order', { visitInfo: { ...makeRecord().visitInfo, orderDate: '2026-11-18' } }, 4],
  ['none', {}, 0],
])('the turnaround is %s', (_name, parts, days) => {
  expect(totalTurnaroundDays({ ...makeRecord(), ...parts }, now)).toBe(days)
})
