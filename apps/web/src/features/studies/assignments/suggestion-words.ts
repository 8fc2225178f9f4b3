import type { Continuity, Obstacle, Suggestion } from '@readroom/contracts/studies/suggestions'
import { formatMinutes, plural } from '../../../lib/format.ts'

const continuityWords: Record<Continuity, string> = {
  patient: 'Has another study of this patient',
  prior: 'Reported the last prior',
}

const obstacleWords: Record<Obstacle, string> = { day: 'Does not work today' }

/** Returns why a doctor is suggested or not, in short sentences: what speaks against them, then for them, then their work. */
export function suggestionReasons(suggestion: Suggestion): string[] {
  const { obstacles, continuity, openStudies, openMinutes, openEmergencies, lateStudies } = suggestion
  return [
    ...obstacles.map((obstacle) => obstacleWords[obstacle]),
    ...(continuity === null ? [] : [continuityWords[continuity]]),
    openStudies === 0 ? 'No open work' : `About ${formatMinutes(openMinutes)} of open work`,
    ...(openEmergencies === 0 ? [] : [plural(openEmergencies, 'open emergency', 'open emergencies')]),
    ...(lateStudies === 0 ? [] : [`${lateStudies} late`]),
  ]
}
