import { arrange } from './arrange.js'
import { factsOf, hasImages } from './facts.js'
import { hasMarks } from './marks.js'
import { notShown } from './not-shown.js'

const placesOf = (sets) => arrange(sets.filter(hasImages).map(factsOf))

/** Rows and columns for a number of places. */
const layouts = { 1: [1, 1], 2: [1, 2], 3: [2, 2], 4: [2, 2] }

const place = 'readroomPlace'
const start = 'readroomStart'
const number = 'readroomPlaces'
const is = (value) => ({ equals: { value } })

/** Selects the display set for a place of the current study or of the prior beside it. */
const selector = (index, study) => ({
  studyMatchingRules: [{ attribute: 'studyInstanceUIDsIndex', from: 'options', required: true, constraint: is(study) }],
  seriesMatchingRules: [{ attribute: place, required: true, weight: 100, constraint: is(index) }],
})

/** Selects the display set for a place that the user adds to the layout. */
const next = { seriesMatchingRules: [{ attribute: 'numImageFrames', constraint: { greaterThan: { value: 0 } }, weight: 10 }] }

const viewportOptions = { viewportType: 'stack', toolGroupId: 'default', allowUnmatchedView: true }
const viewportOf = (id, initialImageOptions, syncGroups = []) => ({
  viewportOptions: { ...viewportOptions, initialImageOptions, syncGroups },
  displaySets: [{ id }],
})

/** Scanners whose stacks begin and end beside the body, and the fewest images of such a stack. */
const sliced = ['CT', 'MR', 'PT']
const fewestSlices = 8

/** Stacks start in the middle: their first image is a head rest or air. */
const startOf = ([set]) =>
  sliced.includes(set?.Modality) && set.numImageFrames >= fewestSlices ? { preset: 'middle' } : { index: 0 }
const atStart = { custom: start }

const stage = ([rows, columns], viewports, id) => ({
  id,
  name: id,
  viewports,
  viewportStructure: { layoutType: 'grid', properties: { rows, columns } },
})

const shared = {
  toolGroupIds: ['default'],
  defaultViewport: { viewportOptions, displaySets: [{ id: 'next', matchedDisplaySetsIndex: -1 }] },
}

function protocolFor(places, size) {
  const ids = Array.from({ length: places }, (_, index) => `place ${index}`)
  // The address may name the image to start with.
  const named = { custom: 'sopInstanceLocation', defaultValue: atStart }
  return {
    ...shared,
    id: `readroom ${places}`,
    name: places === 1 ? 'One series' : `${places} side by side`,
    numberOfPriorsReferenced: 0,
    protocolMatchingRules: [{ attribute: number, required: true, weight: 1_000, constraint: is(places) }],
    displaySetSelectors: { ...Object.fromEntries(ids.map((id, index) => [id, selector(index, 0)])), next },
    stages: [
      stage(
        size,
        ids.map((id, index) => viewportOf(id, index === 0 ? named : atStart)),
        'default',
      ),
    ],
  }
}

/** Viewports of the same plane scroll together (controls/link.js). */
const together = [{ type: 'readroomslices', source: true, target: true }]

/** Replaces OHIF's own protocol. An address asks for its stage `2x1`. */
const comparison = {
  ...shared,
  id: '@ohif/hpCompare',
  name: 'Compare two studies',
  numberOfPriorsReferenced: 1,
  protocolMatchingRules: [
    { attribute: 'StudyInstanceUID', from: 'prior', required: true, weight: 1_000, constraint: { notNull: true } },
  ],
  displaySetSelectors: {
    'current 0': selector(0, 0),
    'current 1': selector(1, 0),
    'prior 0': selector(0, 1),
    'prior 1': selector(1, 1),
    next,
  },
  stages: [
    stage(
      [2, 2],
      ['current 0', 'prior 0', 'current 1', 'prior 1'].map((id) => viewportOf(id, atStart, together)),
      '2x2',
    ),
    stage(
      [1, 2],
      ['current 0', 'prior 0'].map((id) => viewportOf(id, atStart, together)),
      '2x1',
    ),
  ],
}

const protocols = Object.entries(layouts).map(([places, size]) => protocolFor(Number(places), size))

/** The protocols that a mode chooses from. If none fits, as for a study of documents, OHIF's own default does. */
const ids = [...protocols.map(({ id }) => id), 'default']

/** Registers the attributes and protocols. This runs each time a mode is entered, because OHIF forgets them. */
function teach({ hangingProtocolService: service }) {
  service.addCustomAttribute(number, 'how many places a study takes', (study, { displaySets }) => {
    const own = displaySets.filter(({ StudyInstanceUID }) => StudyInstanceUID === study.StudyInstanceUID)
    return placesOf(own).length
  })
  service.addCustomAttribute(start, 'the image of a display set that is shown first', startOf)
  service.addCustomAttribute(place, 'the place of a display set', (set, { displaySets }) => {
    const found = placesOf(displaySets).findIndex((one) => one?.uid === set.displaySetInstanceUID)
    return found < 0 ? null : found
  })
  for (const protocol of [...protocols, comparison]) service.addProtocol(protocol.id, structuredClone(protocol))
}

window.readroomHanging = { ids, teach, notShown, hasMarks }
