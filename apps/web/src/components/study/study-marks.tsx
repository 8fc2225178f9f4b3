import type { WorklistRow } from '@readroom/contracts/studies/studies'
import { type MarkNotes, markWords, type StudyMark, studyMarks } from '@readroom/contracts/studies/study-marks'
import {
  Building2,
  CalendarX,
  CircleAlert,
  ClipboardList,
  ClipboardPen,
  ClipboardX,
  CopyX,
  FileClock,
  FilePenLine,
  FilePlus2,
  FileText,
  FileWarning,
  ImagePlus,
  Languages,
  type LucideIcon,
  MessageCircleQuestionMark,
  UserRoundSearch,
  Users,
} from 'lucide-react'
import { cx } from '../../lib/cx.ts'

/** How a mark looks in a row: an icon, or a short word for marks that are about the case and not about trust. */
type Look = { Icon: LucideIcon; colour: string } | { short: string }

const looks: Record<StudyMark, Look> = {
  preliminaryReport: { Icon: FileClock, colour: 'text-orange-fg' },
  laboratoryConflict: { Icon: Building2, colour: 'text-red-fg' },
  imagesMissing: { Icon: CircleAlert, colour: 'text-red-fg' },
  imagesDamaged: { Icon: FileWarning, colour: 'text-red-fg' },
  newImages: { Icon: ImagePlus, colour: 'text-orange-fg' },
  duplicateStudyUid: { Icon: CopyX, colour: 'text-red-fg' },
  sharedSeriesUid: { Icon: CopyX, colour: 'text-orange-fg' },
  severalPeople: { Icon: Users, colour: 'text-red-fg' },
  nameUnreadable: { Icon: Languages, colour: 'text-orange-fg' },
  ageContradicted: { Icon: CalendarX, colour: 'text-orange-fg' },
  identityReview: { Icon: UserRoundSearch, colour: 'text-red-fg' },
  questionWaiting: { Icon: MessageCircleQuestionMark, colour: 'text-purple-fg' },
  hasOrder: { Icon: ClipboardList, colour: 'text-blue-fg' },
  orderCancelled: { Icon: ClipboardX, colour: 'text-orange-fg' },
  priorityUnknown: { Icon: ClipboardPen, colour: 'text-orange-fg' },
  mlc: { short: 'MLC' },
  meetReferralDoctor: { short: 'Ref' },
  studyException: { short: 'Exc' },
  billedStudy: { short: 'Billed' },
}

/** Reports whether a mark is a short word in a row, and not an icon. */
export const isShortWord = (mark: StudyMark): boolean => 'short' in looks[mark]

const wordClasses = { always: undefined, 'if-wide': '@max-[10rem]:sr-only', never: 'sr-only' } as const

type Props = {
  marks: readonly StudyMark[]
  notes: MarkNotes
  /** When the words are visible beside the icons. `if-wide` asks the container around them. */
  words?: keyof typeof wordClasses
  /** If there are more, the first is shown, and the number of the others with their names in the tip. */
  most?: number
}

/** Renders the marks that there is no room for, as their number. */
function OtherMarks({ marks, notes }: Pick<Props, 'marks' | 'notes'>) {
  const names = marks.map((mark) => markWords(mark, notes)).join(', ')
  return (
    <span data-tip={names} className="num shrink-0 text-2xs font-medium text-text-2">
      <span aria-hidden>+{marks.length}</span>
      <span className="sr-only">{names}</span>
    </span>
  )
}

/** Renders marks of a study, each with its meaning and its note in the tip. */
export function StudyMarks({ marks, notes, words = 'never', most = marks.length }: Props) {
  if (marks.length > most)
    return (
      <>
        <StudyMarks marks={marks.slice(0, 1)} notes={notes} words={words} />
        <OtherMarks marks={marks.slice(1)} notes={notes} />
      </>
    )
  return marks.map((mark) => {
    const look = looks[mark]
    const label = markWords(mark, notes)
    const { tip } = studyMarks[mark]
    if ('short' in look)
      return (
        <span key={mark} data-tip={label} className="shrink-0 rounded-xs bg-sunken px-1 text-2xs font-medium text-text-2">
          <span aria-hidden>{look.short}</span>
          <span className="sr-only">{label}</span>
        </span>
      )
    return (
      <span
        key={mark}
        data-tip={label === studyMarks[mark].label ? tip : `${tip} (${label})`}
        className={cx('inline-flex shrink-0 items-center gap-1 text-xs font-medium', look.colour)}
      >
        <look.Icon size={14} aria-hidden />
        <span className={wordClasses[words]}>{label}</span>
      </span>
    )
  })
}

/** Returns the words and the icon for the state of a study's report. `words` is null if the report is unchanged since it was first signed or uploaded. */
export function reportMark({ finishedReport }: Pick<WorklistRow, 'finishedReport'>): { words: string | null; icon: LucideIcon } {
  if (finishedReport?.isCorrectedSince)
    return {
      words: finishedReport.kind === 'addendum' ? 'Addendum since your download' : 'Corrected since your download',
      icon: FileWarning,
    }
  if (finishedReport?.kind === 'correction') return { words: 'Corrected report', icon: FilePenLine }
  if (finishedReport?.kind === 'addendum') return { words: 'With addendum', icon: FilePlus2 }
  return { words: null, icon: FileText }
}
