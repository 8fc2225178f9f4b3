import type { Simulation, UnfitGroup } from '@readroom/contracts/turnaround/assignment-simulations'
import { plural } from '../../../lib/format.ts'

/** Returns what a simulation is of: `30 days, Harbor`. */
export const scopeWords = ({ days, labId, labName }: Pick<Simulation, 'days' | 'labId' | 'labName'>): string =>
  `${plural(days, 'day')}, ${labId === null ? 'every laboratory' : (labName ?? 'a deleted laboratory')}`

const reasons: Record<NonNullable<UnfitGroup['reason']>, string> = {
  laboratory: 'No doctor reads for this laboratory.',
  group: 'No doctor who reads for this laboratory is in the group that it is limited to.',
  modality: 'No doctor who reads for this laboratory reads these modalities.',
  bodyRegion: 'No doctor who reads these modalities reads the region of the body.',
  license: 'The license of each doctor who reads them had expired.',
  new: 'Each doctor who reads them was new, and had not signed in or had nothing chosen to read.',
  declined: 'Each doctor who reads them had declined.',
  absent: 'Each doctor who reads them was away.',
  offShift: 'No doctor who reads them was on shift.',
  day: 'No doctor who reads them works on that weekday.',
  limit: 'Each doctor on duty who reads them had reached the limit of open work.',
}

/** Returns why nobody could read the studies of a group as they became ready. */
export const reasonWords = ({ reason }: UnfitGroup): string =>
  reason === null ? 'There is no doctor who can be assigned.' : reasons[reason]

/** Returns what became of the studies of a group. */
export function waitWords({ studies, neverDealt }: UnfitGroup): string {
  const all = plural(studies, 'study', 'studies')
  if (neverDealt === 0) return `${all} waited for a doctor`
  return neverDealt === studies ? `${all} without a doctor until the end` : `${all} waited, ${neverDealt} until the end`
}
