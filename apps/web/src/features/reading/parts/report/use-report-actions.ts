import type { SignatureMeaning } from '@readroom/contracts/studies/report-kinds'
import type { Finding } from '@readroom/report/checks'
import { useEffectEvent, useLayoutEffect, useRef } from 'react'
import { reasonOf } from '../../../../lib/api/api-error.ts'
import { useElapsed } from '../../../../lib/hooks/use-elapsed.ts'
import { notify } from '../../../../lib/notify.tsx'
import type { Opening } from '../../requests/reading.queries.ts'
import { NotSaved } from '../../session/machine/draft-errors.ts'
import { useReadingStore } from '../../session/reading-store.ts'
import type { ReportCommands } from '../../session/report-commands.ts'
import type { RoundInReport } from '../round/use-round.ts'
import { doublePressMs } from '../signing/double-press.ts'
import { type After, useSigning } from '../signing/use-signing.tsx'
import type { Writing } from './use-writing.ts'

type Options = {
  writing: Writing
  opening: Opening
  round: Pick<RoundInReport, 'signed' | 'close'>
  onStale: () => void
}

/** Provides the actions that end the writing of a report: sign it, put it away, or discard its draft. */
export function useReportActions({ writing, opening, round, onStale }: Options) {
  const store = useReadingStore()
  const { study } = opening
  const { session, state, kind, editor } = writing
  const canSign = useElapsed(doublePressMs)
  const reasonField = useRef<HTMLTextAreaElement>(null)

  /** Leads to the words that a finding is about. */
  const show = (finding: Finding) => {
    store.takeKeyboard('report')
    editor.show(finding)
  }
  const signing = useSigning({
    opening,
    store,
    session,
    warned: editor.warned,
    onShow: show,
    onStale,
    onSigned: (version, after) => round.signed(after, { version, study }),
  })
  const sign = (meaning: SignatureMeaning, after: After) => {
    if (!canSign) return
    if (kind === 'correction' && state?.reason.trim() === '') {
      notify.warning('Give a reason for the correction.')
      return reasonField.current?.focus()
    }
    signing.start(meaning, after)
  }
  async function end(what: 'putAway' | 'discard', failed: string): Promise<void> {
    try {
      if (!(await session?.end({ what }))) return
      if (what === 'discard') notify.success('Draft discarded')
      round.close()
    } catch (error) {
      notify.error(failed, { description: error instanceof NotSaved ? error.message : reasonOf(error, 'Please try again.') })
    }
  }

  return {
    /** False for a moment after the study appears, so that a second press of the key that led here signs nothing. */
    canSign,
    show,
    sign,
    signDialog: signing.dialog,
    criticalLine: signing.criticalLine,
    /** True after an attempt to sign. */
    hasTried: signing.hasTried,
    /** The field for the reason of a correction, which gets the focus if it is empty. */
    reasonField,
    saveClose: () => void end('putAway', 'The draft was not saved'),
    discard: () => void end('discard', 'The draft was not discarded'),
  }
}

export type ReportActions = ReturnType<typeof useReportActions>

/** Registers the commands of the report being written, so that keys and the images reach it while it is shown. */
export function useReportCommands(writing: Writing, actions: ReportActions): void {
  const store = useReadingStore()
  const commands = useEffectEvent((): ReportCommands => {
    const { session, editor, keyImages, templates } = writing
    const { insert, fill, insertSentence, pointAt, measuredHere, goTo, focus, type } = editor
    const { sign, saveClose } = actions
    return {
      insert,
      fill,
      insertSentence,
      pointAt,
      measuredHere,
      goTo,
      focus,
      type,
      takeKeyImage: (asked) => void keyImages.take(asked),
      signNext: () => sign('final', 'next'),
      signClose: () => sign('final', 'close'),
      signPreliminary: () => sign('preliminary', 'close'),
      saveClose,
      save: () => void session?.saveNow(),
      allNormal: templates.fillNormal,
    }
  })
  // Before the page is painted, so that no key is lost.
  useLayoutEffect(() => store.registerReport(() => commands()), [store])
}
