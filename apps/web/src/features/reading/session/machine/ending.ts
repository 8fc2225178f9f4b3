import { type Confirmation, undrawnAnswers } from '@readroom/contracts/reading/report-drafts'
import { ApiError } from '../../../../lib/api/api-error.ts'
import { codeOf, heldElsewhere, isGone, isRefusal, NotSaved, Unheard } from './draft-errors.ts'
import type { Answer, Call, EndRequest, EventOf, Known, Signature, Told } from './events.ts'
import { check, drop, giveUp } from './holding.ts'
import { hurryParts, orderOf, readKeyImages, whyUnsaved } from './parts.ts'
import { demandSave, forget, keep } from './saving.ts'
import { type DraftState, type Ending, isSaved, obstacleTo, unreadOf } from './state.ts'
import { perform, request, set, type Turn, wait } from './turn.ts'

/** Refusals after which the page may be out of date. */
export const staleCodes = ['REPORT_UNCONFIRMED', 'REPORT_INCOMPLETE', 'DRAFT_STALE']

const unconfirmed = (what: string) => new ApiError('REPORT_UNCONFIRMED', 0, what)

/** Returns why the report can't be signed as it is now, or null. */
function whyNot({ draft, images: { standing, displayed } }: Turn, { confirmed }: Signature): Error | null {
  const obstacle = obstacleTo({ draft, standing })
  if (obstacle !== null) return new NotSaved(obstacle)
  if (unreadOf(draft)) return unconfirmed('Read the whole report before you sign it.')
  const isAnswered = undrawnAnswers.some((answer) => confirmed.includes(answer))
  const isLeft = displayed.undisplayed.some(({ undrawn }) => (undrawn > 0 ? !isAnswered : !confirmed.includes('series')))
  return isLeft ? unconfirmed('Some images were not displayed. Confirm that before you sign.') : null
}

function fail(turn: Turn, error: unknown) {
  const isDiscarding = turn.draft.ending?.request.what === 'discard'
  set(turn, { ending: null, failure: error, isUrgent: isDiscarding })
}

/** Begins to end the writing. Nothing may change the text from now on. One ending at a time. */
export function askEnd(turn: Turn, { request: asked }: EventOf<'endAsked'>) {
  const { ending, isClosing, isOver } = turn.draft
  if (ending || isClosing || isOver) return
  set(turn, { failure: asked.signature ? whyNot(turn, asked.signature) : null })
  if (turn.draft.failure) return
  set(turn, { ending: { request: asked, phase: 'settling', call: null } })
  perform(turn, { do: 'settle', request: asked })
  saveFirst(turn, asked)
}

/** Saves the report. Before a draft is discarded, only an unanswered save is repeated. */
function saveFirst(turn: Turn, { what }: EndRequest) {
  if (what === 'discard') wait(turn, 'save', null)
  else {
    demandSave(turn)
    hurryParts(turn)
  }
  set(turn, { isUrgent: what !== 'discard' || turn.draft.unheard.length > 0 })
}

/** All else that must come before is done. What failed meanwhile is sent again. */
export function settleEnd(turn: Turn) {
  const { ending } = turn.draft
  if (!ending) return
  set(turn, { ending: { ...ending, phase: 'saving' } })
  saveFirst(turn, ending.request)
}

export const failEnd = (turn: Turn, { error }: EventOf<'settleFailed'>): void => fail(turn, error)

/** The writing is over. */
function finish(turn: Turn) {
  drop(turn)
  if (isSaved(turn.draft)) forget(turn)
  else keep(turn)
  set(turn, { isOver: true, ending: null })
}

/** Returns the request to sign. Repeating it signs once, because its answer may have been lost. */
function signRequest(turn: Turn, known: Known, signature: Signature): Call {
  const { request: last, hasRead } = turn.draft
  const keyImages = orderOf(turn.draft.keyImages.list)
  const { meaning, password, requestId } = signature
  const confirmed: Confirmation[] = hasRead ? [...signature.confirmed, 'draft'] : signature.confirmed
  const of = JSON.stringify({ meaning, confirmed, keyImages, revision: known.revision })
  const id = last.of === of ? last.id : requestId
  set(turn, { request: { of, id } })
  return { to: 'sign', body: { ...known, meaning, confirmed, keyImages, password, requestId: id } }
}

/** Ends the writing, now that everything is saved that could be. */
export function concludeEnd(turn: Turn, ending: Ending) {
  const { draft } = turn
  const { fence, revision, unheard } = draft
  const { what, signature } = ending.request
  const isReady = what === 'discard' ? unheard.length === 0 : isSaved(draft)
  if (!isReady) return fail(turn, new NotSaved('The text is not saved yet.'))
  const unsaved = what === 'discard' ? null : whyUnsaved(draft)
  if (unsaved !== null) return fail(turn, new NotSaved(unsaved))
  if (what === 'discard' && revision === 0) {
    if (fence !== null) perform(turn, { do: 'call', call: { to: 'release', fence } })
    set(turn, { saved: draft.changes })
    return finish(turn)
  }
  if (fence === null) return fail(turn, new NotSaved(heldElsewhere))
  const why = signature ? whyNot(turn, signature) : null
  if (why) return fail(turn, why)
  const known = { fence, revision }
  const call: Call = signature
    ? signRequest(turn, known, signature)
    : { to: what === 'discard' ? 'discard' : 'putAway', body: known }
  set(turn, { ending: { ...ending, phase: 'asking', call: request(turn, call) } })
}

/** The server has signed the report, put it away or discarded it. */
export function heedEnded(turn: Turn, answer: Answer) {
  if (answer.to === 'sign') set(turn, { version: answer.answer.version })
  if (answer.to === 'discard') set(turn, { saved: turn.draft.changes })
  finish(turn)
}

/**
 * Returns whether the report was signed: here although no answer came, or by somebody else. A text that somebody else has signed meanwhile can't be
 * written any more, and a correction would be one of a former text.
 */
function signedSince({ request: last, start, kind }: DraftState, { draft, versions, kinds }: Told): { by: string | null } | null {
  const [newest] = versions
  if (draft !== null || !newest || versions.length <= start.signed) return null
  if (last.id !== '') return { by: null }
  return kind === 'correction' || !kinds.includes(kind) ? { by: newest.signedBy } : null
}

/** Ends the writing if the report was signed. Words that are in no report stay in this browser, for an addendum or a correction. */
export function concludeSigned(turn: Turn, told: Told): boolean {
  const signed = signedSince(turn.draft, told)
  if (!signed) return false
  const isKept = !isSaved(turn.draft)
  finish(turn)
  set(turn, { hold: { is: 'free' }, conflict: null })
  perform(turn, { do: 'tellSigned', by: signed.by, isKept })
  return true
}

/** Writing continues. */
export function heedEndFailed(turn: Turn, ending: Ending, error: unknown) {
  const isSigning = ending.request.what === 'sign'
  const isUnheard = isSigning && !isRefusal(error) && codeOf(error) !== 'BUSY'
  fail(turn, isUnheard ? new Unheard() : error)
  // After a refusal nothing was signed, so the next attempt is a new request.
  if (isSigning && !isUnheard) set(turn, { request: { of: '', id: '' } })
  // The server may know of another writer that this window does not.
  if (codeOf(error) === 'REPORT_UNCONFIRMED') set(turn, { isForeign: true })
  if (staleCodes.includes(codeOf(error))) readKeyImages(turn)
  if (codeOf(error) === 'HOLD_LOST') check(turn)
  if (isGone(error)) giveUp(turn, error)
}
