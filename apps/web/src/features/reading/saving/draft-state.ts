import type { ReportContent, ReportDraft } from '@readroom/contracts/reading'
import type { ReportKind } from '@readroom/contracts/report-kinds'
import { readContent } from '@readroom/report/content'

/** Who writes, as far as this window knows. */
export type HoldState =
  /** Not asked for yet. */
  | { is: 'free' }
  | { is: 'mine'; since: string }
  | { is: 'other'; name: string; isOwn: boolean; since: string }
  /** Another window took it from this one. */
  | { is: 'lost'; name: string }

export type SaveState =
  | { is: 'saved'; at: string | null }
  | { is: 'saving' }
  | { is: 'failing'; why: string }
  /** Trying again does not help. */
  | { is: 'refused'; why: string }

/** Two texts, of which one can be gone on with: what this browser has, and what the server has. */
export type Conflict = {
  /** Found in this browser at opening, or written in this window. */
  from: 'copy' | 'window'
  mine: { content: ReportContent; kind: ReportKind; reason: string; at: string }
  theirs: ReportDraft | null
}

/** Whether two reports say the same; the server keeps text normalised, a window as it was typed. */
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
  /** Of the server's draft; 0 where there is none. */
  revision: number
  hold: HoldState
  save: SaveState
  conflict: Conflict | null
}
