import type { Annotations } from '@readroom/contracts/reading/annotations'
import type { KeyImage } from '@readroom/contracts/reading/key-images'
import type { ReportContent, ReportDraft } from '@readroom/contracts/reading/report-drafts'
import type { ReportVersion } from '@readroom/contracts/reading/report-versions'
import type { ReportKind } from '@readroom/contracts/studies/report-kinds'
import { readContent, toContent } from '@readroom/report/content'
import { sectionTexts } from '@readroom/report/plain-text'
import type { SectionId } from '@readroom/report/sections'
import type { Node } from 'prosemirror-model'
import type { Beginning, NamedTemplate } from './beginning.ts'
import type {
  Call,
  DeskDialog,
  Displayed,
  DraftText,
  EndRequest,
  FoundCopy,
  KeyboardOwner,
  PartName,
  Picture,
  Standing,
} from './events.ts'

/** The current writer, as far as this window knows. */
export type HoldState =
  /** Not requested yet. */
  | { is: 'free' }
  | { is: 'mine'; since: string }
  | { is: 'other'; name: string; isOwn: boolean; since: string }
  /** Another window has taken it from this one. */
  | { is: 'lost'; name: string }
  /** The study was given to somebody else, and this reader can't open it any more. */
  | { is: 'gone'; why: string }

export type SaveState =
  | { is: 'saved'; at: string | null }
  | { is: 'saving' }
  | { is: 'failing'; why: string }
  /** A retry doesn't help. */
  | { is: 'refused'; why: string }

/** Two different texts, one in this browser and one on the server. The user continues with one of them. */
export type Conflict = { theirs: ReportDraft | null } & (
  | { from: 'window'; mine: DraftText & { at: string } }
  /** Found in this browser when the report was opened. */
  | { from: 'copy'; mine: FoundCopy }
)

/** The text of each section that has one, without regard to spaces and lines. */
export type SectionTexts = ReadonlyMap<SectionId, string>

/** A report that its signer must read before signing. */
export type Unread = {
  document: Node
  /** True if some of it was written by somebody else, or at another time. Otherwise the signer has not changed it. */
  isForeign: boolean
}

/** A task of this window about the hold. Nothing else is sent meanwhile. `call` is the request under way, null during a pause. */
export type Task = { call: Call | null } & (
  | { is: 'taking'; takeOver: boolean; until: number }
  /** The hold expired unnoticed. */
  | { is: 'regaining' }
  /** The server has a draft that this window doesn't know. */
  | { is: 'comparing' }
  /** Another window may have taken the report over, or has. */
  | { is: 'checking' }
  /** The user continues with their own text. */
  | { is: 'choosing' }
)

/** How the writing ends, and how far that is: everything is saved, the request is under way. */
export type Ending = {
  request: EndRequest
  phase: 'settling' | 'saving' | 'asking'
  call: Call | null
}

/** The key images: as they are on screen, as the server has them, and the pictures that it does not have yet. */
type KeyImages = { list: readonly KeyImage[]; stored: readonly KeyImage[]; pictures: readonly Picture[] }

/** How far the saving of a part is. */
export type Saver = {
  sending: Call | null
  failures: number
  /** True while it is sent without a pause. */
  isDue: boolean
  /** True during the pause after a change. */
  isWaiting: boolean
}
const idle: Saver = { sending: null, failures: 0, isDue: false, isWaiting: false }

export type DraftState = {
  /** The report as it was when this window opened it. */
  start: DraftStart
  /** The text on screen. */
  document: Node
  kind: ReportKind
  reason: string
  template: NamedTemplate | null
  /** The revision of the server's draft. 0 if there is none. */
  revision: number
  /** The server's draft when it was last read. */
  read: ReportDraft | null
  hold: HoldState
  /** The fence number of this window's hold. Null if it doesn't write. */
  fence: number | null
  renewing: Call | null
  task: Task | null
  /** The doctor for whom the text is saved and handed over. */
  handingTo: string | null
  save: SaveState
  /** Changes of the text are counted. All up to `saved` are on the server. */
  changes: number
  saved: number
  /** The time of the first unsaved change. */
  since: number
  failures: number
  sending: Call | null
  /** True while everything is saved without a pause. */
  isUrgent: boolean
  /** Texts that were sent without an answer. The server may have one of them. */
  unheard: readonly ReportContent[]
  /** True while a copy for this browser is due. */
  isKeeping: boolean
  /** Names of other copies in this browser whose text continues here. */
  continued: readonly string[]
  keyImages: KeyImages
  /** The annotations on the images: as they are drawn, and as the server has them. */
  annotations: { drawn: Annotations; stored: Annotations }
  savers: Record<PartName, Saver>
  conflict: Conflict | null
  /** True if some of the text was not written here since the study came on screen: by somebody else, or by this reader at another time. */
  isForeign: boolean
  /** True once the reader has read the whole text before signing it. */
  hasRead: boolean
  /** The texts of the sections as they appeared. A key that changes nothing in the end is no work on them. */
  appeared: SectionTexts
  ending: Ending | null
  /** Why the last ending or choice failed. */
  failure: unknown
  /** The last request to sign. Repeating it signs once, because its answer may have been lost. */
  request: { of: string; id: string }
  /** Set when the page leaves the report: it ends after the last save. */
  isClosing: boolean
  isOver: boolean
  version: ReportVersion | null
}

/** The report as it was when this window opened it. */
export type DraftStart = Beginning & { hold: HoldState }

export const textsOf = (report: Node): SectionTexts =>
  new Map(sectionTexts(report).map(({ id, text }) => [id, text.replaceAll(/\s+/g, ' ')]))

const isSameTexts = (one: SectionTexts, other: SectionTexts): boolean =>
  one.size === other.size && [...one].every(([id, text]) => other.get(id) === text)

/** Returns the state of a draft that was just opened. */
export const firstDraft = (start: DraftStart): DraftState => ({
  start,
  document: start.document,
  kind: start.kind,
  reason: start.reason,
  template: start.template,
  revision: start.draft?.revision ?? 0,
  read: start.draft,
  hold: start.hold,
  fence: null,
  renewing: null,
  task: null,
  handingTo: null,
  save: { is: 'saved', at: start.draft?.savedAt ?? null },
  changes: 0,
  saved: 0,
  since: 0,
  failures: 0,
  sending: null,
  isUrgent: false,
  unheard: [],
  isKeeping: false,
  continued: [],
  keyImages: { list: start.keyImages, stored: start.keyImages, pictures: [] },
  annotations: { drawn: [], stored: [] },
  savers: { keyImages: idle, annotations: idle },
  conflict: null,
  isForeign: start.isForeign,
  hasRead: false,
  appeared: textsOf(start.document),
  ending: null,
  failure: null,
  request: { of: '', id: '' },
  isClosing: false,
  isOver: false,
  version: null,
})

/** Returns true if two reports have the same text. The server normalises text, a window keeps it as typed. */
export function isSameText(one: ReportContent, other: ReportContent | undefined): boolean {
  if (!other) return false
  try {
    return readContent(one).eq(readContent(other))
  } catch {
    return false
  }
}

export const isSaved = ({ changes, saved }: DraftState) => changes === saved

/** Returns true if the text may change. */
export const mayWrite = ({ hold, conflict, ending, isClosing, isOver }: DraftState) =>
  hold.is === 'mine' && !conflict && !ending && !isClosing && !isOver

/** Returns true if the text can be sent now. */
export const canSend = (draft: DraftState) =>
  !isSaved(draft) && draft.fence !== null && !draft.conflict && !draft.sending && !draft.task && !draft.isOver

/** Returns true while this window takes the report over from another. */
export const isTakingOver = ({ task }: DraftState) => task?.is === 'taking' && task.takeOver

/** Returns true while this window is about to write: nobody else does and nothing has refused it, or it takes the report over. */
export const isComing = ({ hold, task, save, isOver }: DraftState): boolean =>
  !isOver && (task?.is === 'taking' || (hold.is === 'free' && save.is !== 'refused'))

/** Returns the text as it is saved. */
export const textOf = ({ document, kind, reason, template }: DraftState): DraftText => ({
  content: toContent(document),
  kind,
  reason,
  templateName: template?.name ?? null,
})

/** Returns what the reader must read before signing, or null. */
export const unreadOf = ({ document, isForeign, hasRead, appeared }: DraftState): Unread | null =>
  hasRead || !(isForeign || isSameTexts(appeared, textsOf(document))) ? null : { document, isForeign }

/** One study on the reading page. */
export type SessionState = {
  keyboard: KeyboardOwner
  standing: Standing
  displayed: Displayed
  /** The open dialog about this study. */
  dialog: DeskDialog | null
  /** The sentence of the report that the dialog about critical results begins with. */
  finding: string
  /** True while the form for a question to the laboratory is open. */
  isAsking: boolean
  /** The prior whose images are shown beside the study's. */
  priorId: string | null
  /** The report being written, or null. */
  draft: DraftState | null
}

/** Returns the state of a study that is opening. `keyboard` gets the keys at first. */
export const firstSession = (keyboard: KeyboardOwner): SessionState => ({
  keyboard,
  standing: 'opening',
  displayed: { before: new Set(), undisplayed: [], isReplaced: false },
  dialog: null,
  finding: '',
  isAsking: false,
  priorId: null,
  draft: null,
})

/** Returns why the report can't be signed now, or null. */
export function obstacleTo({ standing, draft }: Pick<SessionState, 'standing' | 'draft'>): string | null {
  if (draft?.conflict) return 'First choose one of the two texts.'
  if (draft?.hold.is === 'gone') return draft.hold.why
  if (draft?.hold.is === 'lost') return `${draft.hold.name} has taken over this report.`
  if (draft?.hold.is !== 'mine') return 'Open this report for editing before you sign it.'
  return standing === 'other' ? 'These images belong to another study.' : null
}
