import { ruleTable } from '@readroom/contracts/studies/dealing-words'
import {
  addedDoctorId,
  type SimulationChanges,
  type SimulationResult,
  type SimulationWithResult,
} from '@readroom/contracts/turnaround/assignment-simulations'
import { spanWords } from '../../../lib/format.ts'

type Names = SimulationWithResult['doctorNames']

export const nameOf = (names: Names, doctorId: string): string => names[doctorId] ?? 'Deleted doctor'

function lateWords(difference: number): string {
  if (difference === 0) return 'As many studies are late as with today’s rules.'
  const count = Math.abs(difference)
  const more = difference < 0 ? 'fewer' : 'more'
  return `${count.toLocaleString('en-GB')} ${more} ${count === 1 ? 'study is' : 'studies are'} late.`
}

/** Returns what the changes of a simulation do: `12 fewer studies are late. Most changes for Dr A: 40 minutes more work.` Null: nothing was changed. */
export function verdictWords({ doctors, lateness, changed }: SimulationResult, names: Names): string | null {
  if (changed === null) return null
  const minutesNow = new Map(doctors.map(({ doctorId, dealt }) => [doctorId, dealt.minutes]))
  const minutesThen = new Map(changed.doctors.map(({ doctorId, dealt }) => [doctorId, dealt.minutes]))
  const added = minutesThen.get(addedDoctorId)
  const [most] = [...new Set([...minutesNow.keys(), ...minutesThen.keys()])]
    .filter((doctorId) => doctorId !== addedDoctorId)
    .map((doctorId) => ({ doctorId, difference: (minutesThen.get(doctorId) ?? 0) - (minutesNow.get(doctorId) ?? 0) }))
    .filter(({ difference }) => difference !== 0)
    .toSorted((one, other) => Math.abs(other.difference) - Math.abs(one.difference))
  const parts = [
    lateWords(changed.lateness.late - lateness.dealtModel.late),
    ...(added === undefined
      ? []
      : [`${nameOf(names, addedDoctorId)}, who is added, gets ${added === 0 ? 'no work' : `${spanWords(added)} of work`}.`]),
    ...(most
      ? [
          `Most changes for ${nameOf(names, most.doctorId)}: ${spanWords(Math.abs(most.difference))} ${most.difference > 0 ? 'more' : 'less'} work.`,
        ]
      : ['Nobody else has more or less work.']),
  ]
  return parts.join(' ')
}

const listed = new Intl.ListFormat('en-GB')

/** Returns what a simulation changes: `Dr C, who works like Dr A. Without the rule: Read before it is due.` */
export function changesWords({ addedDoctor, rulesOff, shares }: SimulationChanges, names: Names): string {
  const shareWords = shares.map(({ doctorId, share }) => `${nameOf(names, doctorId)} ${share}%`)
  return [
    ...(addedDoctor ? [`${addedDoctor.name} is added, who works like ${nameOf(names, addedDoctor.likeDoctorId)}.`] : []),
    ...(rulesOff.length > 0 ? [`Left out: ${listed.format(rulesOff.map((rule) => `“${ruleTable[rule]}”`))}.`] : []),
    ...(shares.length > 0 ? [`Other shares: ${listed.format(shareWords)}.`] : []),
  ].join(' ')
}
