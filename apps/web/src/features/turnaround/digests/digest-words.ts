import type { Digest, DigestFrequency } from '@readroom/contracts/turnaround/digests'

export const frequencyWords: Record<DigestFrequency, { label: string; hint: string }> = {
  daily: { label: 'Each day', hint: 'Tells of the day before.' },
  weekly: { label: 'Each Monday', hint: 'Tells of the week before, from Monday to Sunday.' },
  monthly: { label: 'On the first of a month', hint: 'Tells of the month before.' },
}

/** Returns the laboratories or the group of a digest in words. */
export function aboutWords({ labNames, groupId, groupName }: Pick<Digest, 'labNames' | 'groupId' | 'groupName'>): string {
  if (groupId !== null) return groupName === null ? 'Deleted group' : `Group ${groupName}`
  if (labNames === null) return 'All laboratories'
  return labNames.length === 0 ? 'No laboratory left' : labNames.join(', ')
}

export const scheduleWords = ({ frequency, sendAt }: Pick<Digest, 'frequency' | 'sendAt'>): string =>
  `${frequencyWords[frequency].label} at ${sendAt}`
