/** @typedef {{ uid: string, modality: string, number: number, description: string, images: number, view: string, side: string, normal: number[] | null, isLocalizer: boolean }} Facts */

const projections = new Set(['CR', 'DX', 'RG', 'PX', 'IO'])

/** Views by DICOM View Position (0018,5101), or by their name in a description. The first match counts. */
const views = [
  ['frontal', /^(PA|AP)$/, /\b(pa|ap|frontal)\b/i],
  ['lateral', /^(LL|RL|LAT)$/, /\b(lat|lateral|ll|rl)\b/i],
]

/** Returns the view of a radiograph. Null for views that are neither frontal nor lateral, such as obliques. */
export function projectionOf({ view, description }) {
  const said =
    views.find(([, code]) => code.test(view)) ?? (view === '' ? views.find(([, , words]) => words.test(description)) : undefined)
  return said?.[0] ?? null
}

const breastViews = { CC: /\bcc\b/i, MLO: /\bmlo\b/i }

/** Returns a view such as `RCC` or `LMLO`. Null if the side or the view is unknown. */
export function breastViewOf({ view, side, description }) {
  const shown =
    view === 'CC' || view === 'MLO'
      ? view
      : Object.keys(breastViews).find((name) => breastViews[name].test(description.replaceAll('-', ' ')))
  const of = side || (/^\s*(right|r)\b/i.test(description) ? 'R' : /^\s*(left|l)\b/i.test(description) ? 'L' : '')
  const joined = /^([RL])(CC|MLO)\b/.exec(description)
  if (joined && !shown && !side) return joined[0]
  return shown && of ? `${of}${shown}` : null
}

/** Returns the plane nearest to the slices. Null if their orientation is unknown. */
export function planeOf({ normal }) {
  if (!normal) return null
  const sizes = normal.map(Math.abs)
  return ['sagittal', 'coronal', 'axial'][sizes.indexOf(Math.max(...sizes))]
}

/** MR sequences in reading order, by their names in descriptions. Later ones are more specific. */
const sequences = [
  ['T1', /\bt1/i],
  ['T2', /\bt2/i],
  ['PD', /\bpd\b|proton/i],
  ['FLAIR', /flair|dark.?fluid/i],
  ['STIR', /stir|tirm/i],
  ['DWI', /\bdwi|diff|trace|\bb ?1000/i],
  ['ADC', /\badc\b/i],
  ['T1 with contrast', /\bt1.*(\bgd\b|\+ ?c\b|contrast|\bkm\b|\bpost\b)|(\bgd\b|\+ ?c\b|\bpost\b).*\bt1/i],
]
export const sequenceOf = ({ description }) =>
  sequences.findLast(([, words]) => words.test(description.replaceAll('_', ' ')))?.[0] ?? null

const bySeries = (one, other) => one.number - other.number
const byImages = (one, other) => other.images - one.images || bySeries(one, other)

/** Returns the first set for each name, in the order of the names. */
function pick(sets, names, nameOf) {
  return names.flatMap((name) => sets.find((set) => nameOf(set) === name) ?? [])
}

/** Fills the remaining places after `first` with the other sets. */
const fill = (first, sets, most) => [...first, ...sets.filter((set) => !first.includes(set))].slice(0, most)

/** Returns the four mammography views, each in its own place. A missing one leaves its place empty. */
function mammography(sets) {
  const four = ['RCC', 'LCC', 'RMLO', 'LMLO'].map((name) => sets.find((set) => breastViewOf(set) === name) ?? null)
  const found = four.filter((set) => set !== null)
  if (found.length < 3) return fill(found, sets, 2)
  return four
}

const projection = (sets) => fill(pick(sets, ['frontal', 'lateral'], projectionOf), sets, 4)

/** Returns the series with the most slices in each plane. The others are in the list of series. */
const planes = (sets) => pick([...sets].sort(byImages), ['axial', 'coronal', 'sagittal'], planeOf)

const bySequence = (sets) =>
  fill(
    pick(
      sets,
      sequences.map(([name]) => name),
      sequenceOf,
    ),
    sets.filter((set) => sequenceOf(set) === null),
    4,
  )

/**
 * Returns the display sets of a study to show side by side, in reading order. Null keeps a place empty.
 * @param {Facts[]} all those with images
 */
export function arrange(all) {
  const sorted = [...all].sort(bySeries)
  const whole = sorted.filter(({ isLocalizer }) => !isLocalizer)
  const sets = whole.length > 0 ? whole : sorted
  const [first] = sets
  if (!first) return []
  const of = sets.filter(({ modality }) => modality === first.modality)
  if (first.modality === 'MG') return mammography(of)
  if (projections.has(first.modality)) return projection(of)
  const chosen = first.modality === 'CT' ? planes(of) : first.modality === 'MR' ? bySequence(of) : []
  return chosen.length > 0 ? chosen : [first]
}
