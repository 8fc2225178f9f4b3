import type { ReportContent, ReportDraft } from '@readroom/contracts/reading/report-drafts'
import type { ReportKind } from '@readroom/contracts/studies/report-kinds'
import { readContent } from '@readroom/report/content'
import type { Beginning, NamedTemplate } from './beginning.ts'

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

/** The text of a report as it is saved. */
export type DraftText = Pick<ReportDraft, 'content' | 'kind' | 'reason' | 'templateName'>

/** Two different texts, one in this browser and one on the server. The user continues with one of them. */
export type Conflict = {
  /** `copy`: found in this browser when the report was opened. `window`: written in this window. */
  from: 'copy' | 'window'
  mine: DraftText & { at: string }
  theirs: ReportDraft | null
}

/** Returns true if two reports have the same text. The server normalises text, a window keeps it as typed. */
export function isSameText(one: ReportContent, other: ReportContent | undefined): boolean {
  if (!other) return false
  try {
    return readContent(one).eq(readContent(other))
  } catch {
    return false
  }
}

export type DraftState = {
  kind: ReportKind
  reason: string
  template: NamedTemplate | null
  /** The revision of the server's draft. 0 if there is none. */
  revision: number
  hold: HoldState
  /** True while this window takes the report over from another. */
  isTakingOver: boolean
  save: SaveState
  conflict: Conflict | null
  /** True if some of the text was not written here since the study came on screen: by somebody else, or by this reader at another time. */
  isForeign: boolean
  /** True once the reader has read the whole text before signing it. */
  hasRead: boolean
}

/** The report as it was when this window opened it. */
export type DraftStart = Omit<Beginning, 'keyImages'> & { hold: HoldState }

/** Returns the state of a draft that was just opened. */
export const firstState = ({ draft, kind, reason, template, hold, isForeign }: DraftStart): DraftState => ({
  kind,
  reason,
  template,
  revision: draft?.revision ?? 0,
  hold,
  isTakingOver: false,
  save: { is: 'saved', at: draft?.savedAt ?? null },
  conflict: null,
  isForeign,
  hasRead: false,
})
