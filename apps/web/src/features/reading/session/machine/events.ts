import type { Annotations } from '@readroom/contracts/reading/annotations'
import type { KeyImage } from '@readroom/contracts/reading/key-images'
import type { ReadSeries } from '@readroom/contracts/reading/reading'
import { type Confirmation, ReportContent, type ReportDraft, TemplateName } from '@readroom/contracts/reading/report-drafts'
import { ReportKind, type SignatureMeaning } from '@readroom/contracts/studies/report-kinds'
import type { SectionId } from '@readroom/report/sections'
import type { Node } from 'prosemirror-model'
import { z } from 'zod'
import type { Opening, ReadingCalls } from '../../requests/reading.queries.ts'
import type { NamedTemplate } from './beginning.ts'

/** The text of a report as it is saved. */
export type DraftText = Pick<ReportDraft, 'content' | 'kind' | 'reason' | 'templateName'>

/** Text that the server doesn't have yet, as stored in this browser. */
export const LocalCopy = z.object({
  content: ReportContent,
  kind: ReportKind,
  reason: z.string(),
  /** Missing in a copy that an older version kept. */
  templateName: TemplateName.nullable().default(null),
  /** The revision of the server's draft that the text is based on. 0 if there was none. */
  revision: z.int(),
  at: z.iso.datetime(),
})
export type LocalCopy = z.infer<typeof LocalCopy>

/** A copy with its name in this browser. */
export type FoundCopy = LocalCopy & { name: string }

/** The half of the page that gets the keys (docs/decisions/reading/keyboard.md). */
export type KeyboardOwner = 'images' | 'report'

export type DeskDialog = 'keys' | 'skip' | 'critical' | 'template'

/** Whether the images in front are exactly those of the study: still loading, showing it, or showing something else. */
export type Standing = 'opening' | 'same' | 'other'

/** The series of the study by what its reader has displayed. */
export type Displayed = {
  /** UIDs of series that this reader has displayed, with all images that they have. */
  before: ReadonlySet<string>
  /** The other series of the study, with the part of them that was displayed. */
  undisplayed: readonly ReadSeries[]
  /** True if images that were displayed were sent anew, and the viewer may still show the former ones. */
  isReplaced: boolean
}

export type Signature = {
  meaning: SignatureMeaning
  confirmed: Confirmation[]
  password: string | undefined
  /** The id of the request, unless it repeats the one before. */
  requestId: string
}

/** A picture to be stored. `studyInstanceUid` is the study of the image in it. */
export type Picture = Parameters<ReadingCalls['addKeyImage']>[0]

/** The key images as the signer sees them. */
export type KeyImageOrder = { id: string; caption: string }[]

/** How the writing ends. `signature` signs it. `isNext` opens the next study afterwards. */
export type EndRequest = { what: 'sign' | 'putAway' | 'discard'; signature?: Signature; isNext?: boolean }

export type Known = { fence: number; revision: number }
type Bodies = {
  open: object
  ask: object
  hold: { takeOver: boolean }
  release: { fence: number }
  /** `at`: the change up to which it saves. `isLeaving`: the page closes, and the request outlives it. */
  save: { at: number; isLeaving: boolean; body: Known & DraftText }
  sign: { body: Known & Signature & { keyImages: KeyImageOrder } }
  putAway: { body: Known }
  discard: { body: Known }
  addKeyImage: { picture: Picture; fence: number }
  arrangeKeyImages: { list: readonly KeyImage[]; body: { fence: number; keyImages: KeyImageOrder; removed: string[] } }
  keepAnnotations: { body: { fence: number; annotations: Annotations } }
}
/** A request to the server. Its answer is matched with it by identity, so that late answers are noticed. */
export type Call = { [Name in keyof Bodies]: { to: Name } & Bodies[Name] }[keyof Bodies]

/** The part of a reading of the study that concerns its report. */
export type Told = Pick<Opening, 'draft' | 'hold' | 'kinds' | 'keyImages' | 'versions'>

type Answers = { open: Told } & {
  [Name in Exclude<Call['to'], 'open' | 'release'>]: Awaited<ReturnType<ReadingCalls[Name]>>
}
export type Answer = { [Name in keyof Answers]: { to: Name; call: Call; answer: Answers[Name] } }[keyof Answers]

/** The parts of a report that are saved beside its text. */
export type PartName = 'keyImages' | 'annotations'

/** The pauses of a session. Each name has one timer. */
export type Pause = 'save' | 'renew' | 'copy' | 'task' | PartName

/** The work of a session's edge. */
export type Effect =
  | { do: 'call'; call: Call }
  /** Wakes the session after a time, or not any more for null. Replaces the pause of the same name. */
  | { do: 'wait'; pause: Pause; ms: number | null }
  /** Keeps the text in this browser. */
  | { do: 'keep'; copy: LocalCopy }
  /** Removes this session's copy, and others by name. */
  | { do: 'forget'; own: boolean; names: readonly string[] }
  /** Looks for copies of earlier windows. */
  | { do: 'look' }
  | { do: 'replaceText'; document: Node }
  /** Draws the annotations that come with a hold. */
  | { do: 'showAnnotations'; annotations: Annotations }
  /** The server has these annotations now. */
  | { do: 'noteAnnotations'; annotations: Annotations }
  /** A picture has a number in the report now, or was not stored. */
  | { do: 'tellPicture'; picture: Picture; stored: { number: number } | { error: unknown } }
  | { do: 'tellRefused'; part: PartName; error: unknown }
  /** The report was signed: by somebody else, or here although no answer came (null). `isKept`: words that are in no report are in this browser. */
  | { do: 'tellSigned'; by: string | null; isKept: boolean }
  /** Does what must be done before the writing ends, apart from the report. */
  | { do: 'settle'; request: EndRequest }

/** The events of a session: of its user, the server, this browser and the clock. */
export type SessionEvent =
  | { is: 'keyboardMoved'; to: KeyboardOwner }
  /** The images in front are others now. */
  | { is: 'imagesDrawn'; standing: Standing }
  /** The viewer has drawn more of a series, or the study has other series now. */
  | { is: 'seriesSeen'; displayed: Displayed }
  | { is: 'shown'; what: { dialog: DeskDialog | null; finding: string } | { isAsking: boolean } | { priorId: string | null } }
  | DraftEvent

export type DraftEvent =
  | { is: 'typed'; document: Node }
  /** Words were filled into a section that are no work on the text. */
  | { is: 'filled'; section: SectionId }
  | { is: 'changed'; facts: { reason: string } | { template: NamedTemplate | null } }
  /** The whole text was on screen to be read. */
  | { is: 'wasRead'; document: Node }
  /** `isLeaving`: the page closes. */
  | { is: 'saveAsked'; isLeaving?: boolean }
  | { is: 'takeAsked'; takeOver: boolean }
  | { is: 'chosen'; which: 'mine' | 'theirs' }
  | { is: 'endAsked'; request: EndRequest }
  | { is: 'settled' }
  | { is: 'settleFailed'; error: unknown }
  | { is: 'left' }
  | { is: 'stopped' }
  | { is: 'arranged'; list: readonly KeyImage[] }
  | { is: 'pictureTaken'; picture: Picture }
  | { is: 'drawn'; annotations: Annotations }
  /** The page has read the study again. Its answer may be older than what this window knows. */
  | { is: 'told'; opening: Told }
  /** The page asked for the study again, and the server does not show it any more. */
  | { is: 'studyMissed' }
  | { is: 'copyFound'; copy: FoundCopy }
  | { is: 'woke'; pause: Pause }
  | { is: 'answered'; answer: Answer }
  | { is: 'failed'; call: Call; error: unknown }

export type EventOf<Is extends SessionEvent['is']> = Extract<SessionEvent, { is: Is }>
export type CallTo<To extends Call['to']> = Extract<Call, { to: To }>
export type AnswerTo<To extends Answer['to']> = Extract<Answer, { to: To }>['answer']
