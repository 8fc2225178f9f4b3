import type { SignatureMeaning } from '@readroom/contracts/studies/report-kinds'
import { useRef } from 'react'
import { reasonOf } from '../../../lib/api/api-error.ts'
import { useElapsed } from '../../../lib/hooks/use-elapsed.ts'
import { notify } from '../../../lib/notify.tsx'
import type { Opening } from '../reading.queries.ts'
import { useDisplayedSeries, useReadingState, useReadingStore } from '../reading-store.ts'
import type { RoundInReport } from '../round/use-round.ts'
import { NotSaved } from '../saving/draft-errors.ts'
import { doublePressMs } from '../signing/double-press.ts'
import { type After, useSigning } from '../signing/use-signing.tsx'
import type { Writing } from './use-writing.ts'

type Options = {
  writing: Writing
  opening: Opening
  round: Pick<RoundInReport, 'prepare' | 'signed' | 'close'>
  onStale: () => void
}

const failed = (what: string) => (error: unknown) =>
  void notify.error(what, { description: error instanceof NotSaved ? error.message : reasonOf(error, 'Please try again.') })

/** Provides the actions that end the writing of a report: sign it, put it away, or discard its draft. */
export function useReportActions({ writing, opening, round, onStale }: Options) {
  const store = useReadingStore()
  const { standing } = useReadingState(store)
  const { undisplayed } = useDisplayedSeries(store)
  const { study, passwordNeeded } = opening
  const { session, state, kind, ending, editor, keyImages, settleAnnotations, settleKeyImages } = writing
  const canSign = useElapsed(doublePressMs)
  const reasonField = useRef<HTMLTextAreaElement>(null)

  const obstacleOf = () => {
    if (writing.conflict) return 'First choose one of the two texts.'
    if (!writing.isMine) return 'Open this report for editing before you sign it.'
    return standing === 'other' ? 'These images belong to another study.' : null
  }
  const signing = useSigning({
    study,
    session,
    ending,
    findings: editor.findings,
    passwordNeeded,
    obstacle: obstacleOf(),
    isKept: (finding) => editor.kept.includes(finding),
    unread: writing.unread,
    onShow(finding) {
      store.takeKeyboard('report')
      editor.show(finding)
    },
    onStale: () => {
      void keyImages.reload()
      onStale()
    },
    onSigned: (version, after) => round.signed(after, { version, study }),
    keyImages: keyImages.order,
    undisplayed,
    before: async (after) => {
      const prepared = after === 'next' ? round.prepare() : undefined
      await Promise.all([settleKeyImages(), settleAnnotations(), store.displayed.settle(), prepared])
    },
  })
  const sign = (meaning: SignatureMeaning, after: After) => {
    if (!canSign) return
    if (kind === 'correction' && state?.reason.trim() === '') {
      notify.warning('Give a reason for the correction.')
      return reasonField.current?.focus()
    }
    signing.start(meaning, after)
  }
  const putAway = async () => {
    await Promise.all([settleKeyImages(), settleAnnotations()])
    await session?.putAway()
    round.close()
  }
  const discardDraft = async () => {
    await session?.discard()
    notify.success('Draft discarded')
    round.close()
  }

  return {
    /** False for a moment after the study appears, so that a second press of the key that led here signs nothing. */
    canSign,
    sign,
    signDialog: signing.dialog,
    /** True after an attempt to sign. */
    hasTried: signing.hasTried,
    /** The field for the reason of a correction, which gets the focus if it is empty. */
    reasonField,
    saveClose: () => void ending.run(putAway).catch(failed('The draft was not saved')),
    discard: () => void ending.run(discardDraft).catch(failed('The draft was not discarded')),
  }
}

export type ReportActions = ReturnType<typeof useReportActions>
