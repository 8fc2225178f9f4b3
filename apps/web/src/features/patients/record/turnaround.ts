import type { PatientRecord } from '@readroom/contracts/patients/patients'
import { daysBetween } from '@readroom/contracts/turnaround/turnaround'

/** Returns the turnaround time in whole days: the first known value in the order below, else 0. */
export function totalTurnaroundDays({ tatResetInfo, studies: [first], visitInfo }: PatientRecord, now: Date): number {
  const fresh = tatResetInfo.freshTATData?.tat
  const { orderDate } = visitInfo
  const sinceOrder = daysBetween(orderDate === null ? null : new Date(orderDate), now)
  return (
    fresh?.resetAwareTATDays ?? fresh?.totalTATDays ?? first?.tat.totalTATDays ?? first?.tat.resetAwareTATDays ?? sinceOrder ?? 0
  )
}
