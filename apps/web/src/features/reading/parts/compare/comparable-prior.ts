import type { Prior } from '@readroom/contracts/images/priors'
import type { WorklistRow } from '@readroom/contracts/studies/studies'
import { clinicDay, formatDate } from '../../../../lib/format.ts'

type Studied = Pick<WorklistRow, 'modality' | 'description'>

/** Words in descriptions that name no body part. */
const general = new Set([
  'and',
  'der',
  'des',
  'die',
  'for',
  'von',
  'the',
  'with',
  'without',
  'contrast',
  'plain',
  'post',
  'pre',
  'native',
  'follow',
  'control',
  'mri',
  'mrt',
  'xray',
  'views',
  'view',
  'lateral',
  'study',
  'examination',
  'right',
  'left',
  'both',
])

const wordsOf = (description: string | null) =>
  (description ?? '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}]+/u)

const partsOf = ({ description }: Studied) => wordsOf(description).filter((word) => word.length > 2 && !general.has(word))

function sideOf({ description }: Studied): 'right' | 'left' | null {
  const words = wordsOf(description)
  const [isRight, isLeft] = [words.includes('right'), words.includes('left')]
  if (isRight === isLeft) return null
  return isRight ? 'right' : 'left'
}

/** Ranks a prior. 0 means another body part or the other side, which is never compared. The same modality counts more than a later date. */
function rankOf(study: Studied, prior: Studied): number {
  const [side, other] = [sideOf(study), sideOf(prior)]
  if (side !== null && other !== null && side !== other) return 0
  const [parts, others] = [partsOf(study), partsOf(prior)]
  const isSameModality = study.modality !== null && study.modality === prior.modality
  if (parts.some((part) => others.includes(part))) return isSameModality ? 3 : 2
  return isSameModality && (parts.length === 0 || others.length === 0) ? 1 : 0
}

/** Returns the newest prior of the same body part, preferring the same modality. `priors` are ordered newest first. */
export function comparablePrior(study: Studied, priors: readonly Prior[]): Prior | undefined {
  const ranked = priors.map((prior) => ({ prior, rank: rankOf(study, prior) })).filter(({ rank }) => rank > 0)
  return ranked.toSorted((one, other) => other.rank - one.rank)[0]?.prior
}

export const dateOfPrior = ({ studyDate, uploadDateTime }: Prior) => studyDate ?? clinicDay(new Date(uploadDateTime))

/** Returns the text about a prior for the section Comparison. */
export const comparisonWords = (prior: Prior) =>
  `${prior.description ?? prior.modality ?? 'Study'} of ${formatDate(dateOfPrior(prior))}.`
