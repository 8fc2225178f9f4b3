import { bodyRegionNames } from '@readroom/contracts/studies/body-regions'
import type { Continuity, Obstacle, Suggestion } from '@readroom/contracts/studies/suggestions'
import { formatMinutes } from '@readroom/contracts/turnaround/turnaround'
import { clinicDay, formatInstant, formatLongDay, formatShortDay, plural } from '../../../lib/format.ts'

const continuityWords: Record<Continuity, string> = {
  patient: 'Has another study of this patient',
  prior: 'Reported the last prior',
}

const listed = new Intl.ListFormat('en-GB', { type: 'disjunction' })

/** Returns a time of today, or with its day. */
const shiftTime = (at: string): string =>
  clinicDay(new Date(at)) === clinicDay(new Date()) ? formatInstant(at).time : formatShortDay(at)

/** Returns an obstacle in a few words. */
function obstacleWords(obstacle: Obstacle): string {
  switch (obstacle.kind) {
    case 'laboratory':
      return `Does not read for ${listed.format(obstacle.names)}`
    case 'modality':
      return `Does not read ${listed.format(obstacle.modalities)}`
    case 'bodyRegion':
      return `Does not read ${listed.format(obstacle.regions.map((region) => bodyRegionNames[region].toLowerCase()))}`
    case 'license':
      return `License expired on ${formatLongDay(obstacle.expiredOn)}`
    case 'absent':
      return `Away until ${formatLongDay(obstacle.until)}`
    case 'offShift':
      return obstacle.from === null ? 'No shift within two weeks' : `On from ${shiftTime(obstacle.from)}`
    case 'day':
      return 'Does not work today'
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

/** Obstacles of a doctor who could read the study at another time. */
const passing: ReadonlySet<Obstacle['kind']> = new Set(['absent', 'offShift', 'day', 'limit'])

/** Returns why a doctor is suggested or not, in short sentences: what speaks against them, then for them, then their work. */
export function suggestionReasons(suggestion: Suggestion): string[] {
  const { obstacles, onUntil, continuity, openStudies, openMinutes, openEmergencies, lateStudies, expectedAt, isLate } =
    suggestion
  return [
    ...obstacles.map(obstacleWords),
    ...(onUntil === null ? [] : [`On until ${shiftTime(onUntil)}`]),
    ...(continuity === null ? [] : [continuityWords[continuity]]),
    openStudies === 0 ? 'No open work' : `About ${formatMinutes(openMinutes)} of open work`,
    ...(openEmergencies === 0 ? [] : [plural(openEmergencies, 'open emergency', 'open emergencies')]),
    ...(lateStudies === 0 ? [] : [`${lateStudies} late`]),
    ...(expectedAt !== null && obstacles.every(({ kind }) => passing.has(kind))
      ? [`Reads it${isLate ? ' late,' : ''} by about ${shiftTime(expectedAt)}`]
      : []),
  ]
}
