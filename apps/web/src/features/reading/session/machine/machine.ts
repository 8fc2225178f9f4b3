import { codeOf, isGone, isRefusal } from './draft-errors.ts'
import { askEnd, concludeEnd, concludeSigned, failEnd, heedEnded, heedEndFailed, settleEnd } from './ending.ts'
import type { Answer, DraftEvent, Effect, EventOf, Pause, SessionEvent } from './events.ts'
import {
  check,
  choose,
  continueTask,
  giveUp,
  handOver,
  heedRenewed,
  heedRenewFailed,
  heedTask,
  heedTaskFailed,
  prepareHandOver,
  readAgain,
  regain,
  renew,
  show,
  take,
} from './holding.ts'
import {
  adoptKeyImages,
  arrange,
  draw,
  endParts,
  failWithText,
  heedPart,
  heedPartFailed,
  hurryParts,
  isSendingParts,
  needsDraft,
  noteParts,
  partOf,
  sendParts,
  takePicture,
  wakePart,
} from './parts.ts'
import { demandSave, heedSaved, heedUnsaved, keep, noteChange, send } from './saving.ts'
import { canSend, isSameText, isSaved, type SessionState, textOf, textsOf } from './state.ts'
import { perform, set, type Turn, wait } from './turn.ts'

type Handler<Is extends DraftEvent['is']> = (turn: Turn, event: Extract<DraftEvent, { is: Is }>) => void

/** Another text came on screen. A key that was typed after the question between two texts is part of the answer. */
function heedTyped(turn: Turn, { document }: EventOf<'typed'>) {
  set(turn, { document })
  noteChange(turn)
  const { conflict } = turn.draft
  if (conflict?.from === 'window') set(turn, { conflict: { ...conflict, mine: { ...conflict.mine, ...textOf(turn.draft) } } })
}

function heedFilled(turn: Turn, { section }: EventOf<'filled'>) {
  const text = textsOf(turn.draft.document).get(section)
  if (text !== undefined) set(turn, { appeared: new Map([...turn.draft.appeared, [section, text]]) })
}

/** Shows another writer's changes. Hands over to a doctor who asked. When another writer has finished, this window writes. */
function heedTold(turn: Turn, { opening }: EventOf<'told'>) {
  if (concludeSigned(turn, opening)) return
  const { draft, hold, kinds, keyImages } = opening
  show(turn, draft)
  const { hold: known, kind, task, start } = turn.draft
  if (known.is !== 'mine') adoptKeyImages(turn, draft ? keyImages : start.keyImages)
  if (known.is === 'mine') {
    if (hold?.isThisWindow && hold.askedBy !== null) prepareHandOver(turn, hold.askedBy)
    else if (hold?.isThisWindow === false && !task) check(turn)
  } else if (known.is === 'other' && (hold === null || hold.isThisWindow) && kinds.includes(kind)) take(turn, false)
}

/** Asks at once who has the study now, with the request that the server answers with a name. */
function heedMissed(turn: Turn) {
  const { fence, hold } = turn.draft
  if (fence !== null) renew(turn)
  else if (hold.is !== 'gone') check(turn)
}

/** Asks about a text that an earlier window could not save, unless the server has it. Text that was typed meanwhile comes first. */
function heedCopy(turn: Turn, { copy }: EventOf<'copyFound'>) {
  const { read, conflict, changes, saved } = turn.draft
  if (isSameText(copy.content, read?.content)) {
    perform(turn, { do: 'forget', own: false, names: [copy.name] })
    perform(turn, { do: 'look' })
  } else if (!conflict && changes === saved) set(turn, { conflict: { from: 'copy', mine: copy, theirs: read } })
}

/** The page closes, perhaps to come back. A hold that isn't needed is released. */
function heedLeft(turn: Turn) {
  hurryParts(turn)
  sendParts(turn)
  const { fence } = turn.draft
  if (!isSaved(turn.draft)) {
    keep(turn)
    send(turn, true)
  } else if (fence !== null && !isSendingParts(turn.draft)) perform(turn, { do: 'call', call: { to: 'release', fence } })
}

/** The page shows another report. This one ends after its last save. */
function heedStopped(turn: Turn) {
  keep(turn)
  const { task } = turn.draft
  hurryParts(turn)
  const isNeeded = task?.is === 'regaining' || task?.is === 'comparing'
  set(turn, { isClosing: true, isUrgent: true, task: isNeeded ? task : null })
}

function heedAnswer(turn: Turn, { answer }: EventOf<'answered'>) {
  const { sending, task, renewing, ending, fence } = turn.draft
  const { call } = answer
  if (answer.to === 'open' && concludeSigned(turn, answer.answer)) return
  const part = partOf(turn.draft, call)
  if (part) return heedPart(turn, part, answer)
  if (answer.to === 'save') {
    if (call !== sending || call.to !== 'save') return
    heedSaved(turn, call, answer.answer)
    noteParts(turn)
  } else if (call === ending?.call) heedEnded(turn, answer)
  else if (answer.to === 'hold' && call === renewing) heedRenewed(turn, answer.answer)
  else if (call === task?.call && isOfTask(answer)) heedTask(turn, task, answer)
  // The task that asked for this hold has ended.
  else if (answer.to === 'hold' && fence === null)
    perform(turn, { do: 'call', call: { to: 'release', fence: answer.answer.fence } })
}

const isOfTask = (answer: Answer) => answer.to === 'ask' || answer.to === 'hold' || answer.to === 'open'

function heedSaveFailed(turn: Turn, error: unknown) {
  const { unheard } = turn.draft
  set(turn, { sending: null, ...(isRefusal(error) && { unheard: unheard.slice(0, -1) }) })
  if (codeOf(error) === 'HOLD_LOST') return regain(turn)
  if (codeOf(error) === 'DRAFT_STALE') return readAgain(turn)
  if (isGone(error)) return giveUp(turn, error)
  heedUnsaved(turn, error)
  failWithText(turn)
  // Somebody else may have signed a report.
  if (codeOf(error) === 'REPORT_KIND_IMPOSSIBLE') check(turn)
}

function heedFailure(turn: Turn, { call, error }: EventOf<'failed'>) {
  const { sending, task, renewing, ending } = turn.draft
  const part = partOf(turn.draft, call)
  if (part && isGone(error)) giveUp(turn, error)
  else if (part) {
    heedPartFailed(turn, part, call, error)
    if (codeOf(error) === 'HOLD_LOST' && !turn.draft.task) regain(turn)
  } else if (call === sending) heedSaveFailed(turn, error)
  else if (ending && call === ending.call) heedEndFailed(turn, ending, error)
  else if (call === renewing) heedRenewFailed(turn, error)
  else if (task && call === task.call) heedTaskFailed(turn, task, error)
}

function heedSaveAsked(turn: Turn, { isLeaving }: EventOf<'saveAsked'>) {
  hurryParts(turn)
  if (isLeaving) send(turn, true)
  set(turn, { isUrgent: true })
}

/** The pause in typing is over. While something else is under way, the text is sent after it. */
function wakeSave(turn: Turn) {
  if (canSend(turn.draft)) send(turn)
  else set(turn, { isUrgent: true })
}

const wakers: Record<Pause, (turn: Turn) => void> = {
  save: wakeSave,
  renew,
  copy: keep,
  task: continueTask,
  keyImages: (turn) => wakePart(turn, 'keyImages'),
  annotations: (turn) => wakePart(turn, 'annotations'),
}

const handlers: { [Is in DraftEvent['is']]: Handler<Is> } = {
  typed: heedTyped,
  filled: heedFilled,
  changed(turn, { facts }) {
    set(turn, facts)
    noteChange(turn)
  },
  wasRead: (turn, { document }) => set(turn, { hasRead: turn.draft.document.eq(document) }),
  saveAsked: heedSaveAsked,
  takeAsked: (turn, { takeOver }) => take(turn, takeOver),
  chosen: (turn, { which }) => choose(turn, which),
  endAsked: askEnd,
  settled: settleEnd,
  settleFailed: failEnd,
  left: heedLeft,
  stopped: heedStopped,
  arranged: arrange,
  pictureTaken: takePicture,
  drawn: draw,
  told: heedTold,
  studyMissed: heedMissed,
  copyFound: heedCopy,
  woke: (turn, { pause }) => wakers[pause](turn),
  answered: heedAnswer,
  failed: heedFailure,
}

/** Does what comes next, when nothing is under way. */
function conclude(turn: Turn) {
  sendParts(turn)
  if (needsDraft(turn.draft)) {
    demandSave(turn)
    set(turn, { isUrgent: true })
  }
  const { draft } = turn
  const { sending, task, hold, conflict, isUrgent, ending, handingTo, isClosing, fence } = draft
  // Without the hold, nothing of the text waits for a task.
  if (sending || (task && fence !== null)) return
  if (isUrgent && canSend(draft)) return send(turn)
  // Unsaved text of a lost report is compared with what is there now.
  if (hold.is === 'lost' && !task && !conflict && !isClosing && !isSaved(draft)) check(turn)
  if (isUrgent) set(turn, { isUrgent: false })
  if (ending) {
    if (ending.phase !== 'saving' || isSendingParts(draft)) return
    concludeEnd(turn, ending)
    // Writing continues.
    if (!turn.draft.ending && !turn.draft.isOver) conclude(turn)
    return
  }
  if (isSendingParts(draft)) return
  if (handingTo !== null) return handOver(turn, handingTo)
  if (!isClosing) return
  if (fence !== null) perform(turn, { do: 'call', call: { to: 'release', fence } })
  for (const pause of ['save', 'renew', 'copy', 'task'] as const) wait(turn, pause, null)
  endParts(turn)
  set(turn, { isOver: true, fence: null })
}

/** Runs the handler of an event. The table has one for each kind. */
function handle<Is extends DraftEvent['is']>(turn: Turn, event: Extract<DraftEvent, { is: Is }>) {
  handlers[event.is](turn, event)
}

/**
 * Returns the next state of a reading session, and the work for its edge. It reads no clock and sends nothing itself
 * (docs/decisions/reading/session-machine.md). `now` is in ms.
 */
export function step(session: SessionState, event: SessionEvent, now: number): { session: SessionState; effects: Effect[] } {
  if (event.is === 'keyboardMoved') return { session: { ...session, keyboard: event.to }, effects: [] }
  if (event.is === 'imagesDrawn') return { session: { ...session, standing: event.standing }, effects: [] }
  if (event.is === 'seriesSeen') return { session: { ...session, displayed: event.displayed }, effects: [] }
  if (event.is === 'shown') return { session: { ...session, ...event.what }, effects: [] }
  if (!session.draft || session.draft.isOver) return { session, effects: lateRelease(event) }
  const turn: Turn = { draft: session.draft, images: session, effects: [], now }
  handle(turn, event)
  if (!turn.draft.isOver) conclude(turn)
  return { session: { ...session, draft: turn.draft }, effects: turn.effects }
}

/** A hold that comes after the end is released. */
function lateRelease(event: DraftEvent): Effect[] {
  if (event.is !== 'answered' || event.answer.to !== 'hold') return []
  return [{ do: 'call', call: { to: 'release', fence: event.answer.answer.fence } }]
}
