import type { WorklistRow } from '@readroom/contracts/studies/studies'
import type { StudyFlag } from '@readroom/contracts/studies/study-flags'
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

const flagTable = {
  questionWaiting: {
    word: 'Question waits',
    tip: 'A question to the laboratory waits for its answer. It is in the discussion',
    Icon: MessageCircleQuestionMark,
    colour: 'text-purple-fg',
  },
  preliminaryReport: {
    word: 'Preliminary',
    tip: 'Preliminary: an early result was signed, the final report is pending',
    Icon: FileClock,
    colour: 'text-orange-fg',
  },
  laboratoryConflict: {
    word: 'Two laboratories',
    tip: 'Two laboratories sent images of this study. Only administrators see it until its location is set',
    Icon: Building2,
    colour: 'text-red-fg',
  },
  imagesMissing: {
    word: 'Images missing',
    tip: 'Images missing: the image archive no longer has them',
    Icon: CircleAlert,
    colour: 'text-red-fg',
  },
  imagesDamaged: {
    word: 'Images damaged',
    tip: 'Images damaged: the image archive cannot read some of them. Ask the laboratory to send them again',
    Icon: FileWarning,
    colour: 'text-red-fg',
  },
  newImages: {
    word: 'New images',
    tip: 'New images arrived after the report was finalized',
    Icon: ImagePlus,
    colour: 'text-orange-fg',
  },
  duplicateStudyUid: {
    word: 'Duplicate study UID',
    tip: 'Duplicate study UID: another study has the same UID, so only the archive viewer shows the images. An administrator can give one a new UID',
    Icon: CopyX,
    colour: 'text-red-fg',
  },
  sharedSeriesUid: {
    word: 'Shared series UID',
    tip: 'Shared series UID: another study has a series of the same UID. Each study shows its own images. Tell the laboratory',
    Icon: CopyX,
    colour: 'text-orange-fg',
  },
  severalPeople: {
    word: 'Several people',
    tip: 'Several people: the images of this study name different people. No report can be signed until an administrator decides',
    Icon: Users,
    colour: 'text-red-fg',
  },
  nameUnreadable: {
    word: 'Name not readable',
    tip: 'Part of the name could not be read: the images declare the wrong character set',
    Icon: Languages,
    colour: 'text-orange-fg',
  },
  ageContradicted: {
    word: 'Age contradicted',
    tip: 'The images state an age that contradicts birth date and study date. The age of these dates is shown. Check the birth date',
    Icon: CalendarX,
    colour: 'text-orange-fg',
  },
  identityReview: {
    word: 'Identity under review',
    tip: 'Identity under review: studies with this patient ID may belong to different people. Check name and birth date',
    Icon: UserRoundSearch,
    colour: 'text-red-fg',
  },
  hasOrder: {
    word: 'Order',
    tip: 'This study has an order. Its indication is in the patient record',
    Icon: ClipboardList,
    colour: 'text-blue-fg',
  },
  orderCancelled: {
    word: 'Order cancelled',
    tip: 'The order of this study was cancelled. Ask the laboratory before you read it',
    Icon: ClipboardX,
    colour: 'text-orange-fg',
  },
  priorityUnknown: {
    word: 'Priority unknown',
    tip: 'The order has a priority that Readroom does not know, so it raised nothing. Open the order to read it',
    Icon: ClipboardPen,
    colour: 'text-orange-fg',
  },
} as const satisfies Record<StudyFlag, unknown>

const wordClasses = { always: undefined, 'if-wide': '@max-[10rem]:sr-only', never: 'sr-only' } as const

type Props = {
  flags: readonly StudyFlag[]
  /** When the words are visible beside the icons. `if-wide` asks the container around them. */
  words?: keyof typeof wordClasses
}

/** Renders the warnings to know before trusting images or reports. */
export function StudyFlags({ flags, words = 'never' }: Props) {
  return flags.map((flag) => {
    const { word, tip, Icon, colour } = flagTable[flag]
    return (
      <span key={flag} data-tip={tip} className={cx('inline-flex shrink-0 items-center gap-1 text-xs font-medium', colour)}>
        <Icon size={14} aria-hidden />
        <span className={wordClasses[words]}>{word}</span>
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
