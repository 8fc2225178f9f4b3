type Summary = Record<
  'technologistUpdated' | 'priorityInfoUpdated' | 'referringPhysicianUpdated' | 'requestingPhysicianUpdated',
  boolean
>

/** Groups named in the message after a save, in this order, with their fields. */
const parts = [
  { flag: 'technologistUpdated', word: 'technologist', fields: /^technologist/ },
  { flag: 'priorityInfoUpdated', word: 'priority settings', fields: /^(priorityLevel|caseType|mlcCase|caseFlags|reset)$/ },
  { flag: 'referringPhysicianUpdated', word: 'referring physician', fields: /^referring/ },
  { flag: 'requestingPhysicianUpdated', word: 'requesting physician', fields: /^requesting/ },
] as const

/** Returns the groups of the record that a save changed, from the names of the changed fields. */
export function updateSummary(changed: ReadonlySet<string>): Summary {
  const has = (flag: (typeof parts)[number]['flag']) =>
    parts.some((part) => part.flag === flag && [...changed].some((field) => part.fields.test(field)))
  return {
    technologistUpdated: has('technologistUpdated'),
    priorityInfoUpdated: has('priorityInfoUpdated'),
    referringPhysicianUpdated: has('referringPhysicianUpdated'),
    requestingPhysicianUpdated: has('requestingPhysicianUpdated'),
  }
}

export function savedMessage(summary: Summary): string {
  const words = parts.filter(({ flag }) => summary[flag]).map(({ word }) => word)
  return `Patient information updated successfully${words.length > 0 ? ` (including ${words.join(', ')})` : ''}`
}
