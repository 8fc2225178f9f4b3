import type { ReportContent, ReportDraft } from '@readroom/contracts/reading/report-drafts'
import { readContent, toContent } from '@readroom/report/content'
import { reasonOf } from '../../../../lib/api/api-error.ts'
import { type NamedTemplate, templateNamed } from './beginning.ts'
import { mayRetry, NotSaved } from './draft-errors.ts'
import type { AnswerTo, CallTo } from './events.ts'
import { canSend, isSameText, isSaved, textOf, textsOf } from './state.ts'
import { perform, request, retryAfter, set, type Turn, wait } from './turn.ts'

/** Pause after the last key. */
const restMs = 1_500
/** The longest time without a save during continuous typing. */
const atMostMs = 8_000
/** How often unsaved text is kept in this browser during continuous typing. */
const keepEveryMs = 700

/** Keeps unsaved text in this browser. */
export function keep(turn: Turn) {
  wait(turn, 'copy', null)
  set(turn, { isKeeping: false })
  if (isSaved(turn.draft)) return
  const at = new Date(turn.now).toISOString()
  perform(turn, { do: 'keep', copy: { ...textOf(turn.draft), revision: turn.draft.revision, at } })
}

/** Removes the copies of a text that is saved. A copy that remains is compared the next time, so a failure holds nothing up. */
export function forget(turn: Turn) {
  wait(turn, 'copy', null)
  perform(turn, { do: 'forget', own: true, names: turn.draft.continued })
  set(turn, { isKeeping: false, continued: [] })
}

/** Counts a change of the text, and saves it after a pause in typing. */
export function noteChange(turn: Turn) {
  const { draft, now } = turn
  const since = isSaved(draft) ? now : draft.since
  set(turn, { changes: draft.changes + 1, since })
  if (!draft.isKeeping) wait(turn, 'copy', keepEveryMs)
  set(turn, { isKeeping: true })
  if (draft.failures > 0) return
  set(turn, { save: { is: 'saving' } })
  wait(turn, 'save', Math.max(0, Math.min(restMs, since + atMostMs - now)))
}

/** Counts the text as changed if the server doesn't have it as it is. */
export function demandSave(turn: Turn) {
  const { revision, kind, start, hold, conflict } = turn.draft
  const isOfAnotherKind = start.draft !== null && start.draft.kind !== kind
  if (hold.is === 'mine' && !conflict && (revision === 0 || isOfAnotherKind) && isSaved(turn.draft)) noteChange(turn)
}

/** Sends the text, if it can be sent now. */
export function send(turn: Turn, isLeaving = false) {
  const { draft } = turn
  if (!canSend(draft) || draft.fence === null) return
  wait(turn, 'save', null)
  const { fence, revision, changes, unheard } = draft
  const text = textOf(draft)
  const sending = request(turn, { to: 'save', at: changes, isLeaving, body: { fence, revision, ...text } })
  set(turn, { sending, unheard: [...unheard, text.content] })
}

/** The server has saved the text. */
export function heedSaved(turn: Turn, { at }: CallTo<'save'>, { revision, savedAt, isSole }: AnswerTo<'save'>) {
  const { draft, now } = turn
  const isForeign = draft.isForeign || !isSole
  set(turn, { sending: null, saved: Math.max(draft.saved, at), revision, unheard: [], failures: 0, since: now, isForeign })
  set(turn, { save: { is: 'saved', at: savedAt } })
  if (isSaved(turn.draft)) return forget(turn)
  set(turn, { save: { is: 'saving' } })
  wait(turn, 'save', restMs)
}

/** The text was not saved. It is sent again if that may help. */
export function heedUnsaved(turn: Turn, error: unknown) {
  const { failures } = turn.draft
  const why = error instanceof NotSaved ? error.message : reasonOf(error)
  set(turn, { isUrgent: false })
  if (mayRetry(error)) {
    set(turn, { failures: failures + 1, save: { is: 'failing', why } })
    wait(turn, 'save', retryAfter(failures))
  } else set(turn, { save: { is: 'refused', why } })
  keep(turn)
}

/** Returns true if a draft on the server is this window's own unanswered text. The next text is then based on it. */
export function recognise(turn: Turn, found: ReportDraft | null): boolean {
  const { unheard, revision } = turn.draft
  const isOwn = found?.revision !== revision && unheard.some((sent) => isSameText(sent, found?.content))
  if (isOwn) set(turn, { unheard: [], revision: found?.revision ?? 0 })
  return isOwn
}

/** Shows another text in place of the written one. */
export function replace(turn: Turn, content: ReportContent) {
  const document = readContent(content)
  set(turn, { document, isForeign: true, hasRead: false, appeared: textsOf(document) })
  perform(turn, { do: 'replaceText', document })
}

/** Continues with the server's draft. Unsaved changes are dropped. An open question about a copy stays. */
export function adopt(turn: Turn, read: ReportDraft | null) {
  const { start, changes, conflict } = turn.draft
  const { content, kind, reason } = read ?? { ...start, content: toContent(start.document) }
  const template: NamedTemplate | null = read ? templateNamed(read.templateName) : start.template
  set(turn, { saved: changes, failures: 0, kind, reason, template, read, revision: read?.revision ?? 0 })
  set(turn, { save: { is: 'saved', at: read?.savedAt ?? null } })
  set(turn, { conflict: conflict?.from === 'copy' ? { ...conflict, theirs: read } : null })
  wait(turn, 'save', null)
  replace(turn, content)
  forget(turn)
}

/** Offers the choice between the written text and the server's, unless they are the same. */
export function compare(turn: Turn, theirs: ReportDraft | null) {
  const mine = textOf(turn.draft)
  if (isSameText(mine.content, theirs?.content) && mine.reason === theirs?.reason) {
    set(turn, { saved: turn.draft.changes, failures: 0, revision: theirs.revision, read: theirs })
    set(turn, { save: { is: 'saved', at: theirs.savedAt } })
    return forget(turn)
  }
  keep(turn)
  set(turn, { conflict: { from: 'window', theirs, mine: { ...mine, at: new Date(turn.now).toISOString() } } })
  set(turn, { isUrgent: false, save: { is: 'refused', why: 'The report was changed elsewhere.' } })
}
