import type { Away } from '@readroom/contracts/studies/away'
import { bodyRegionNames } from '@readroom/contracts/studies/body-regions'
import { type Continuity, type Obstacle, passingObstacles, type Suggestion } from '@readroom/contracts/studies/suggestions'
import { formatMinutes } from '@readroom/contracts/turnaround/turnaround'
import { formatLongDay, plural } from '../../../lib/format.ts'
import { shiftTime } from '../../../lib/people/away.ts'

/** In words, for one study and for several. */
const continuityWords: Record<Continuity, [one: string, several: string]> = {
  patient: ['Has another study of this patient', 'Has another study of one of these patients'],
  prior: ['Reported the last prior', 'Reported the last prior of one of them'],
}

const listed = new Intl.ListFormat('en-GB', { type: 'disjunction' })

/** Returns an obstacle in a few words. */
function obstacleWords(obstacle: Exclude<Obstacle, Away>): string {
  switch (obstacle.kind) {
    case 'laboratory':
      return `Does not read for ${listed.format(obstacle.names)}`
    case 'modality':
      return `Does not read ${listed.format(obstacle.modalities)}`
    case 'bodyRegion':
      return `Does not read ${listed.format(obstacle.regions.map((region) => bodyRegionNames[region].toLowerCase()))}`
    case 'license':
      return `License expired on ${formatLongDay(obstacle.expiredOn)}`
    case 'declined':
      return 'Gave it back'
    case 'group':
      return 'Not in the group of the laboratory'
    case 'new':
      return obstacle.lacks === 'reads' ? 'New: nobody has chosen what they read' : 'New: has never signed in'
    case 'limit':
      return `Limit of open work reached (${formatMinutes(obstacle.minutes)})`
  }
}

/** Reports whether an obstacle is that the doctor does not work now, which a mark beside the name says. */
export const isAway = (obstacle: Obstacle): obstacle is Away =>
  obstacle.kind === 'absent' || obstacle.kind === 'offShift' || obstacle.kind === 'day'

/** Returns why a doctor is suggested for studies or not, apart from when they work, in short sentences: what speaks against them, then for them, then their work. */
export function suggestionReasons(suggestion: Suggestion, studies: number): string[] {
  const isOne = studies === 1
  const {
    obstacles,
    onUntil,
    continuity,
    openStudies,
    openMinutes,
    proposedMinutes,
    openEmergencies,
    lateStudies,
    expectedAt,
    isLate,
  } = suggestion
  return [
    ...obstacles.flatMap((obstacle) => (isAway(obstacle) ? [] : obstacleWords(obstacle))),
    ...(onUntil === null ? [] : [`On until ${shiftTime(onUntil)}`]),
    ...(continuity === null ? [] : [continuityWords[continuity][isOne ? 0 : 1]]),
    openStudies === 0 ? 'No open work' : `About ${formatMinutes(openMinutes)} of open work`,
    ...(proposedMinutes === 0 ? [] : [`About ${formatMinutes(proposedMinutes)} proposed`]),
    ...(openEmergencies === 0 ? [] : [plural(openEmergencies, 'open emergency', 'open emergencies')]),
    ...(lateStudies === 0 ? [] : [`${lateStudies} late`]),
    ...(expectedAt !== null && obstacles.every(({ kind }) => passingObstacles.has(kind))
      ? [
          `Reads ${isOne ? 'it' : 'all of them'}${isLate ? (isOne ? ' late,' : ', not all in time,') : ''} by about ${shiftTime(expectedAt)}`,
        ]
      : []),
  ]
}

/** Returns a warning if a study is late, or nobody is expected to read it before it is due, with the earliest time. Null: somebody is, or it is not known. */
export function lateWarning(
  suggestions: readonly Suggestion[],
  nameOf: (doctorId: string) => string,
  isDue: boolean,
): string | null {
  const able = suggestions.filter(({ obstacles }) => obstacles.every(({ kind }) => passingObstacles.has(kind)))
  if (able.some(({ isLate }) => !isLate) || suggestions.length === 0) return null
  const [first] = able
    .flatMap(({ doctorId, expectedAt }) => (expectedAt === null ? [] : [{ doctorId, expectedAt }]))
    .toSorted((one, other) => one.expectedAt.localeCompare(other.expectedAt))
  const late = isDue ? 'This study is late.' : 'Nobody reads this study before it is due.'
  if (first) return `${late} The earliest is ${nameOf(first.doctorId)}, by about ${shiftTime(first.expectedAt)}.`
  return isDue ? `${late} Nobody reads it within two weeks.` : 'Nobody reads this study within two weeks.'
}
