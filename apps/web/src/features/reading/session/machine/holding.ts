import { toContent } from '@readroom/report/content'
import { reasonOf } from '../../../../lib/api/api-error.ts'
import { asKind, templateNamed } from './beginning.ts'
import { goneWords, isGone, isHeldByOther, NotSaved } from './draft-errors.ts'
import type { AnswerTo, Call } from './events.ts'
import { adoptParts, dropParts, endParts, hurryParts, whyUnsaved } from './parts.ts'
import { adopt, compare, heedUnsaved, keep, noteChange, recognise, replace } from './saving.ts'
import { type DraftState, isSameText, isSaved, isTakingOver, type Task } from './state.ts'
import { perform, request, retryAfter, set, type Turn, wait } from './turn.ts'

/** A hold lasts a minute. */
const renewEveryMs = 20_000
/** How long the writer has to save before a take-over, and how often the waiting window checks. */
const handOverMs = 3_000
const askAgainMs = 300

const unknownName = 'Somebody else'

const iso = (ms: number) => new Date(ms).toISOString()

/** Stops writing. Nothing is sent any more. */
export function drop(turn: Turn) {
  wait(turn, 'renew', null)
  wait(turn, 'save', null)
  wait(turn, 'task', null)
  endParts(turn)
  set(turn, { fence: null, renewing: null, sending: null, task: null, isUrgent: false, handingTo: null })
}

/** The reader does not have the study any more. The text stays on screen and in this browser. */
export function giveUp(turn: Turn, error: unknown) {
  const why = goneWords(error)
  dropParts(turn)
  drop(turn)
  set(turn, { hold: { is: 'gone', why }, save: { is: 'refused', why } })
  keep(turn)
}

/** Begins to write. */
function begin(turn: Turn, answer: AnswerTo<'hold'>) {
  set(turn, { fence: answer.fence })
  wait(turn, 'renew', renewEveryMs)
  adoptParts(turn, answer)
}

function becomeWriter(turn: Turn) {
  set(turn, { hold: { is: 'mine', since: iso(turn.now) }, task: null, failures: 0, isUrgent: !isSaved(turn.draft) })
}

/** Looks who writes, and what. */
export function check(turn: Turn) {
  set(turn, { task: { is: 'checking', call: request(turn, { to: 'open' }) } })
}

/** Another window has taken the report over. */
function lose(turn: Turn) {
  dropParts(turn)
  drop(turn)
  set(turn, { hold: { is: 'lost', name: unknownName } })
  keep(turn)
  check(turn)
}

/** Asks for the hold again after it expired unnoticed. */
export function regain(turn: Turn) {
  set(turn, { task: { is: 'regaining', call: request(turn, { to: 'hold', takeOver: false }) } })
}

/** Reads the draft that this window doesn't know. */
export function readAgain(turn: Turn) {
  set(turn, { task: { is: 'comparing', call: request(turn, { to: 'open' }) } })
}

const claim = (turn: Turn, takeOver: boolean) =>
  set(turn, { task: { is: 'taking', takeOver, until: 0, call: request(turn, { to: 'hold', takeOver }) } })

/**
 * Takes the hold, and then the server's newest text. With `takeOver`, takes the report from another writer, who saves first if they can be reached. If
 * this window already writes, nothing changes, so that the cursor and the text are kept.
 */
export function take(turn: Turn, takeOver: boolean) {
  const { hold, task, isClosing } = turn.draft
  if (hold.is === 'mine' || task?.is === 'choosing' || isClosing) return
  if (task?.is === 'taking') return set(turn, { task: { ...task, takeOver: task.takeOver || takeOver } })
  if (!takeOver || hold.is === 'free') return claim(turn, takeOver)
  set(turn, { task: { is: 'taking', takeOver, until: 0, call: request(turn, { to: 'ask' }) } })
}

/** Waits until the writer has handed over or time is up. */
function waitForWriter(turn: Turn, until: number) {
  set(turn, { task: { is: 'taking', takeOver: true, until, call: null } })
  wait(turn, 'task', askAgainMs)
}

function heedTaken(turn: Turn, answer: AnswerTo<'hold'>) {
  const { save } = turn.draft
  begin(turn, answer)
  const isNewest = save.is === 'saved' && save.at === answer.savedAt
  if (isNewest || !isSaved(turn.draft)) return becomeWriter(turn)
  set(turn, { task: { is: 'taking', takeOver: isTakingOver(turn.draft), until: 0, call: request(turn, { to: 'open' }) } })
}

/** The hold was not taken. Says why: somebody else has it, or the request failed. */
function heedNotTaken(turn: Turn, task: Task & { is: 'taking' }, error: unknown) {
  const { fence, hold } = turn.draft
  if (fence !== null) {
    // The hold came, but not the text that it continues.
    perform(turn, { do: 'call', call: { to: 'release', fence } })
    drop(turn)
  }
  if (isHeldByOther(error)) {
    set(turn, { task: null })
    if (hold.is !== 'other') set(turn, { hold: { is: 'other', name: unknownName, isOwn: false, since: iso(turn.now) } })
    if (task.takeOver) return take(turn, true)
    return check(turn)
  }
  set(turn, { task: null, save: { is: 'refused', why: reasonOf(error) } })
}

/** Takes over who writes, from the server. */
function heedChecked(turn: Turn, { draft: theirs, hold }: AnswerTo<'open'>) {
  const { draft } = turn
  set(turn, { task: null })
  if (draft.hold.is === 'mine') {
    if (!hold || hold.isThisWindow) return
    dropParts(turn)
    drop(turn)
    set(turn, { hold: { is: 'lost', name: hold.userName } })
  } else if (hold && !hold.isThisWindow) {
    const { userName: name, isOwn, since } = hold
    set(turn, { hold: draft.hold.is === 'lost' ? { is: 'lost', name } : { is: 'other', name, isOwn, since } })
  }
  if (turn.draft.hold.is === 'lost' && !isSaved(turn.draft) && !turn.draft.conflict) compare(turn, theirs)
}

/**
 * Continues with the user's own text, unless the other one has changed since it was shown. It becomes the kind of report that is written now: its own may
 * have been signed since.
 */
function heedChosen(turn: Turn, read: AnswerTo<'open'>['draft']) {
  const { conflict, template: former } = turn.draft
  set(turn, { task: null, hold: turn.draft.hold.is === 'mine' ? turn.draft.hold : { is: 'mine', since: iso(turn.now) } })
  if (!conflict) return
  const isAsShown = (read?.revision ?? 0) === (conflict.theirs?.revision ?? 0) || isSameText(conflict.mine.content, read?.content)
  if (!isAsShown) {
    set(turn, { conflict: { ...conflict, theirs: read } })
    return set(turn, { failure: new NotSaved('The other text has changed meanwhile. Please compare again.') })
  }
  const { mine } = conflict
  const { kind } = turn.draft
  const reason = mine.kind === kind ? mine.reason : turn.draft.reason
  const template = mine.templateName === former?.name ? former : templateNamed(mine.templateName)
  set(turn, { reason, template, read, revision: read?.revision ?? 0, conflict: null, failures: 0 })
  const content = toContent(asKind(mine, kind))
  if (!isSameText(content, toContent(turn.draft.document))) replace(turn, content)
  if (conflict.from === 'copy') set(turn, { continued: [...turn.draft.continued, conflict.mine.name] })
  noteChange(turn)
  set(turn, { isUrgent: true })
}

/** Continues with one of two texts. Mine replaces theirs only if this window holds the report. */
export function choose(turn: Turn, which: 'mine' | 'theirs') {
  const { conflict, fence, read } = turn.draft
  if (!conflict || turn.draft.task?.is === 'choosing') return
  set(turn, { failure: null })
  if (which === 'mine') {
    const call = request<Call>(turn, fence === null ? { to: 'hold', takeOver: true } : { to: 'open' })
    return set(turn, { task: { is: 'choosing', call } })
  }
  if (conflict.from === 'copy') perform(turn, { do: 'forget', own: false, names: [conflict.mine.name] })
  set(turn, { conflict: null, isUrgent: true })
  if (conflict.from === 'window' || conflict.theirs?.revision !== read?.revision) adopt(turn, conflict.theirs)
  perform(turn, { do: 'look' })
}

/** Saves everything for the doctor who asked to write. */
export function prepareHandOver(turn: Turn, name: string) {
  if (turn.draft.hold.is !== 'mine') return
  hurryParts(turn)
  set(turn, { handingTo: name, isUrgent: true })
}

/** Hands the saved report over. If it could not be saved, keeps both the text and the hold: the other window takes it anyway, and the texts are compared. */
export function handOver(turn: Turn, name: string) {
  const { fence } = turn.draft
  set(turn, { handingTo: null })
  if (fence === null || !isSaved(turn.draft) || whyUnsaved(turn.draft) !== null) return
  drop(turn)
  set(turn, { hold: { is: 'lost', name } })
  perform(turn, { do: 'call', call: { to: 'release', fence } })
}

/** Shows another writer's draft. */
export function show(turn: Turn, theirs: DraftState['read']) {
  const { hold, task, revision } = turn.draft
  const isChanging = task?.is === 'taking' || task?.is === 'choosing'
  if (hold.is !== 'mine' && !isChanging && isSaved(turn.draft) && (theirs?.revision ?? 0) !== revision) adopt(turn, theirs)
}

/** Takes over the answer to a request of the task. */
export function heedTask(
  turn: Turn,
  task: Task,
  answer: { to: 'ask' } | { to: 'hold'; answer: AnswerTo<'hold'> } | { to: 'open'; answer: AnswerTo<'open'> },
) {
  if (answer.to === 'ask') return waitForWriter(turn, turn.now + handOverMs)
  if (answer.to === 'hold') {
    if (task.is === 'taking') return heedTaken(turn, answer.answer)
    begin(turn, answer.answer)
    if (task.is === 'choosing') return set(turn, { task: { ...task, call: request(turn, { to: 'open' }) } })
    set(turn, { task: null, isUrgent: true })
    return
  }
  const { draft, hold } = answer.answer
  if (task.is === 'checking') return heedChecked(turn, answer.answer)
  if (task.is === 'choosing') return heedChosen(turn, draft)
  if (task.is === 'comparing') {
    set(turn, { task: null })
    if (recognise(turn, draft)) return set(turn, { isUrgent: true })
    return compare(turn, draft)
  }
  if (task.is !== 'taking') return
  if (turn.draft.fence !== null) {
    if (isSaved(turn.draft)) adopt(turn, draft)
    return becomeWriter(turn)
  }
  if (hold === null) claim(turn, true)
  else waitForWriter(turn, task.until)
}

/** A request of the task failed. */
export function heedTaskFailed(turn: Turn, task: Task, error: unknown) {
  if (isGone(error)) return giveUp(turn, error)
  if (task.is === 'taking') {
    // While the writer is waited for, a lost answer changes nothing.
    if (task.until > 0) return waitForWriter(turn, task.until)
    return heedNotTaken(turn, task, error)
  }
  set(turn, { task: null })
  if (task.is === 'choosing') return set(turn, { failure: error })
  if (task.is === 'regaining' && isHeldByOther(error)) return lose(turn)
  if (task.is === 'checking') {
    const { hold, failures } = turn.draft
    // Asks again for the other window's text, so that the texts can be compared.
    if (hold.is !== 'lost' || isSaved(turn.draft)) return
    set(turn, { failures: failures + 1, task: { is: 'checking', call: null } })
    return wait(turn, 'task', retryAfter(failures))
  }
  heedUnsaved(turn, error)
}

/** Continues a task after its pause. */
export function continueTask(turn: Turn) {
  const { task } = turn.draft
  if (task?.call !== null) return
  if (task.is === 'checking') return check(turn)
  if (task.is !== 'taking') return
  if (turn.now >= task.until) return claim(turn, true)
  set(turn, { task: { ...task, call: request(turn, { to: 'open' }) } })
}

/** Renews the hold. An outage doesn't end it. Only the server's answer does. */
export function renew(turn: Turn) {
  if (turn.draft.fence === null) return
  set(turn, { renewing: request(turn, { to: 'hold', takeOver: false }) })
  wait(turn, 'renew', renewEveryMs)
}

/** The hold is renewed. If it had expired, somebody else may have written meanwhile. */
export function heedRenewed(turn: Turn, answer: AnswerTo<'hold'>) {
  set(turn, { renewing: null })
  if (answer.fence !== turn.draft.fence) begin(turn, answer)
}

export function heedRenewFailed(turn: Turn, error: unknown) {
  set(turn, { renewing: null })
  if (isGone(error)) giveUp(turn, error)
  else if (isHeldByOther(error)) lose(turn)
}
