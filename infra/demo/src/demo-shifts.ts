import type { Weekday } from '@readroom/contracts/people/doctors'
import { type PresenceFields, presenceEndpoints } from '@readroom/contracts/people/presence'
import type { DemoDoctor } from './accounts.ts'
import type { ApiSession } from './api-client.ts'
import { clinicTime } from './clinic-time.ts'

const everyDay = (days: readonly Weekday[], from: string, to: string) => days.map((weekday) => ({ weekday, from, to }))

/** Returns the shifts of the demo's doctors: days, nights, hours in which nobody is on, and an absence next week. */
function demoShifts(madeAt: Date, timeZone: string): Record<DemoDoctor, PresenceFields> {
  const dayAfter = (days: number) => clinicTime(madeAt, -24 * days, timeZone).date
  return {
    doctor: {
      timeZone,
      shifts: everyDay(['Monday', 'Tuesday', 'Wednesday', 'Thursday'], '07:00', '19:00'),
      absences: [{ from: dayAfter(9), to: dayAfter(11), reason: 'Conference' }],
    },
    doctor2: {
      timeZone,
      shifts: [...everyDay(['Wednesday', 'Thursday'], '19:00', '07:00'), ...everyDay(['Friday', 'Saturday'], '09:00', '21:00')],
      absences: [],
    },
  }
}

/** Lets each doctor save shifts, unless a demo that was interrupted has done so. */
export async function saveDemoShifts(doctors: Record<DemoDoctor, ApiSession>, madeAt: Date, timeZone: string): Promise<void> {
  const shifts = demoShifts(madeAt, timeZone)
  for (const name of ['doctor', 'doctor2'] as const) {
    const { presence } = await doctors[name].call(presenceEndpoints.readOwn)
    if (presence.version === 0) await doctors[name].call(presenceEndpoints.changeOwn, { body: { ...shifts[name], version: 0 } })
  }
}
