import type { KeyImage } from '@readroom/contracts/reading/key-images'
import { codeOf, heldElsewhere, mayRetry, NotSaved } from './draft-errors.ts'
import type { Answer, AnswerTo, Call, EventOf, KeyImageOrder, PartName } from './events.ts'
import type { DraftState, Saver } from './state.ts'
import { perform, request, retryAfter, set, type Turn, wait } from './turn.ts'

/** Pause after a failure to save measurements. */
const sendAgainMs = 3_000

/** Returns the key images as the signer sees them. */
export const orderOf = (list: readonly KeyImage[]): KeyImageOrder =>
  list.map(({ id, caption }) => ({ id, caption: caption.trim() }))

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

type Part = {
  /** Pause after a change. */
  restMs: number
  isSaved: (draft: DraftState) => boolean
  /** Returns the request that sends what is unsaved. */
  request: (draft: DraftState, fence: number) => Call
  unsaved: string
}

const parts: Record<PartName, Part> = {
  keyImages: {
    restMs: 1_500,
    isSaved: ({ keyImages: { list, stored, pictures } }) => pictures.length === 0 && isSame(orderOf(list), orderOf(stored)),
    request({ keyImages: { list, stored, pictures } }, fence) {
      const [picture] = pictures
      if (picture) return { to: 'addKeyImage', picture, fence }
      const kept = new Set(list.map(({ id }) => id))
      const removed = stored.flatMap(({ id }) => (kept.has(id) ? [] : [id]))
      return { to: 'arrangeKeyImages', list, body: { fence, keyImages: orderOf(list), removed } }
    },
    unsaved: 'The key images are not saved yet.',
  },
  annotations: {
    restMs: 0,
    isSaved: ({ annotations: { drawn, stored } }) => isSame(drawn, stored),
    request: ({ annotations: { drawn } }, fence) => ({ to: 'keepAnnotations', body: { fence, annotations: drawn } }),
    unsaved: 'The measurements in the images are not saved yet.',
  },
}
const names = ['keyImages', 'annotations'] as const satisfies readonly PartName[]

const unsavedOf = (draft: DraftState) => names.filter((name) => !parts[name].isSaved(draft))

/** Returns why a part is not saved, in words, or null. */
export const whyUnsaved = (draft: DraftState): string | null => {
  const [name] = unsavedOf(draft)
  return name ? parts[name].unsaved : null
}

/** Returns true while a part is being sent. */
export const isSendingParts = (draft: DraftState) => names.some((name) => draft.savers[name].sending !== null)

/** Returns the part to which a request belongs. */
export const partOf = ({ savers }: DraftState, call: Call): PartName | null =>
  names.find((name) => savers[name].sending === call) ?? null

function setSaver(turn: Turn, name: PartName, changes: Partial<Saver>) {
  const { savers } = turn.draft
  set(turn, { savers: { ...savers, [name]: { ...savers[name], ...changes } } })
}

/** Sends all parts without a pause. */
export function hurryParts(turn: Turn) {
  for (const name of unsavedOf(turn.draft)) setSaver(turn, name, { isDue: true })
}

/** Sends a part after a pause, or at once if it has none. */
function notePart(turn: Turn, name: PartName) {
  const { isWaiting, failures } = turn.draft.savers[name]
  if (isWaiting || failures > 0) return
  const { restMs } = parts[name]
  if (restMs === 0) return setSaver(turn, name, { isDue: true })
  setSaver(turn, name, { isWaiting: true })
  wait(turn, name, restMs)
}

/** The text is saved, so the parts can be. */
export function noteParts(turn: Turn) {
  for (const name of unsavedOf(turn.draft)) notePart(turn, name)
}

/** The pause is over. */
export const wakePart = (turn: Turn, name: PartName): void => setSaver(turn, name, { isDue: true, isWaiting: false })

/** Another order, other captions, or fewer images. */
export function arrange(turn: Turn, { list }: EventOf<'arranged'>) {
  set(turn, { keyImages: { ...turn.draft.keyImages, list } })
  notePart(turn, 'keyImages')
}

/** A picture was taken. It is listed when it is stored. */
export function takePicture(turn: Turn, { picture }: EventOf<'pictureTaken'>) {
  const { keyImages } = turn.draft
  set(turn, { keyImages: { ...keyImages, pictures: [...keyImages.pictures, picture] } })
  setSaver(turn, 'keyImages', { isDue: true })
}

/** The drawing on the images has changed. */
export function draw(turn: Turn, { annotations: drawn }: EventOf<'drawn'>) {
  set(turn, { annotations: { ...turn.draft.annotations, drawn } })
  notePart(turn, 'annotations')
}

/** Continues with the server's key images. */
export function adoptKeyImages(turn: Turn, list: readonly KeyImage[]) {
  set(turn, { keyImages: { ...turn.draft.keyImages, list, stored: list } })
}

/**
 * The parts that come with a hold. Unsaved changes to the key images are sent, and refused if somebody else has changed them. What was drawn here and not
 * saved stays.
 */
export function adoptParts(turn: Turn, { savedAt, keyImages, annotations }: AnswerTo<'hold'>) {
  if (savedAt !== null && parts.keyImages.isSaved(turn.draft)) adoptKeyImages(turn, keyImages)
  const { drawn, stored } = turn.draft.annotations
  const known = new Set([...stored, ...annotations].map(({ id }) => id))
  set(turn, { annotations: { drawn: [...annotations, ...drawn.filter(({ id }) => !known.has(id))], stored: annotations } })
  noteParts(turn)
  perform(turn, { do: 'showAnnotations', annotations })
}

/** Reads the key images anew, because the server has others. */
export const readKeyImages = (turn: Turn): void => setSaver(turn, 'keyImages', { sending: request(turn, { to: 'open' }) })

/** Tells that a picture was not stored. */
function refusePicture(turn: Turn, error: unknown) {
  const [picture, ...pictures] = turn.draft.keyImages.pictures
  if (!picture) return
  set(turn, { keyImages: { ...turn.draft.keyImages, pictures } })
  perform(turn, { do: 'tellPicture', picture, stored: { error } })
}

function refusePictures(turn: Turn, error: unknown) {
  while (turn.draft.keyImages.pictures.length > 0) refusePicture(turn, error)
}

/** Nothing of the parts is sent any more. Tells what of the key images is lost. */
export function dropParts(turn: Turn) {
  const error = new NotSaved(heldElsewhere)
  refusePictures(turn, error)
  if (!parts.keyImages.isSaved(turn.draft)) perform(turn, { do: 'tellRefused', part: 'keyImages', error })
  endParts(turn)
}

/** Ends all pauses and requests of the parts. */
export function endParts(turn: Turn) {
  for (const name of names) {
    wait(turn, name, null)
    setSaver(turn, name, { sending: null, failures: 0, isDue: false, isWaiting: false })
  }
}

/** The text could not be saved. Key images need a draft, so those that wait for the first one are not stored. */
export function failWithText(turn: Turn) {
  if (turn.draft.revision > 0) return
  refusePictures(turn, new NotSaved('The text is not saved yet.'))
  setSaver(turn, 'keyImages', { isDue: false })
}

function sendPart(turn: Turn, name: PartName) {
  const { savers, fence, revision, task, hold } = turn.draft
  if (savers[name].sending || !savers[name].isDue) return
  if (parts[name].isSaved(turn.draft)) return setSaver(turn, name, { isDue: false, failures: 0 })
  if (task) return
  if (hold.is !== 'mine' || fence === null) return dropParts(turn)
  if (name === 'keyImages' && revision === 0) return
  setSaver(turn, name, { sending: request(turn, parts[name].request(turn.draft, fence)) })
}

/** Returns true if key images wait for the first save of the text. */
export const needsDraft = ({ revision, hold, savers }: DraftState) =>
  revision === 0 && hold.is === 'mine' && savers.keyImages.isDue

/** Sends what is due. */
export function sendParts(turn: Turn) {
  for (const name of names) sendPart(turn, name)
}

function heedStored(turn: Turn, { to, call, answer }: Answer) {
  const { keyImages } = turn.draft
  if (to === 'open') return adoptKeyImages(turn, answer.keyImages)
  if (call.to === 'arrangeKeyImages') return set(turn, { keyImages: { ...keyImages, stored: call.list } })
  if (call.to === 'keepAnnotations') {
    const { annotations } = call.body
    set(turn, { annotations: { ...turn.draft.annotations, stored: annotations } })
    return perform(turn, { do: 'noteAnnotations', annotations })
  }
  if (to !== 'addKeyImage' || call.to !== 'addKeyImage') return
  const known = new Set([...keyImages.stored, ...keyImages.list].map(({ id }) => id))
  const list = [...keyImages.list, ...answer.keyImages.filter(({ id }) => !known.has(id))]
  const pictures = keyImages.pictures.filter((one) => one !== call.picture)
  set(turn, { keyImages: { list, stored: answer.keyImages, pictures } })
  perform(turn, { do: 'tellPicture', picture: call.picture, stored: { number: list.length } })
}

/** The server has stored a part, or tells the key images that it has. */
export function heedPart(turn: Turn, name: PartName, answer: Answer) {
  heedStored(turn, answer)
  const { keyImages, ending } = turn.draft
  const isDue = keyImages.pictures.length > 0 || ending !== null
  setSaver(turn, name, { sending: null, failures: 0, isDue })
  if (!parts[name].isSaved(turn.draft)) notePart(turn, name)
}

/** A part was not stored. It is sent again if that may help. Otherwise the server's key images are shown. */
export function heedPartFailed(turn: Turn, name: PartName, call: Call, error: unknown) {
  const { failures } = turn.draft.savers[name]
  const isHoldLost = codeOf(error) === 'HOLD_LOST'
  setSaver(turn, name, { sending: null, isDue: false })
  if (call.to === 'addKeyImage' && !isHoldLost) {
    refusePicture(turn, error)
    return setSaver(turn, name, { isDue: turn.draft.keyImages.pictures.length > 0 })
  }
  if (name === 'annotations' && failures === 0 && !isHoldLost) perform(turn, { do: 'tellRefused', part: name, error })
  // The server's key images could not be read.
  if (name === 'annotations' || call.to === 'open' || isHoldLost || mayRetry(error)) {
    setSaver(turn, name, { failures: failures + 1 })
    return wait(turn, name, name === 'annotations' ? sendAgainMs : retryAfter(failures))
  }
  perform(turn, { do: 'tellRefused', part: name, error })
  readKeyImages(turn)
}
