import type { PatientRecord } from '@readroom/contracts/patients'

const dayMs = 86_400_000

/** Specification 4.2: whole days of turnaround, from what is known, in this order; else 0. */
export function totalTurnaroundDays({ tatResetInfo, studies: [first], visitInfo }: PatientRecord, now: Date): number {
  const fresh = tatResetInfo.freshTATData?.tat
  const { orderDate } = visitInfo
  const sinceOrder = orderDate === null ? 0 : Math.floor((now.getTime() - Date.parse(orderDate)) / dayMs)
  return (
    fresh?.resetAwareTATDays ??
    fresh?.totalTATDays ??
    first?.tat.totalTATDays ??
    first?.tat.resetAwareTATDays ??
    Math.max(0, sinceOrder)
  )
}
